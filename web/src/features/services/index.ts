/** The clinic's own catalogue of services, once its module is switched on. */
export {};
