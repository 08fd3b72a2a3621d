/** Access of other programs to the clinic's records over FHIR: the tokens that the owner makes and revokes. */
export { ApiAccess } from '@/features/fhir/ApiAccess';
