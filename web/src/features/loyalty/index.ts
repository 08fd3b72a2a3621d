/** The loyalty program: the points each service earns, and each patient's balance. */
export {};
