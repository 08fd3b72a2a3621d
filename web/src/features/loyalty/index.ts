/** The loyalty program: the points each service earns, each patient's balance, and what is done with it at the desk. */
export { PatientPoints } from '@/features/loyalty/PatientPoints';
