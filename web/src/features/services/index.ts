/** The clinic's own catalogue of services, once its module is switched on; else the specification's fixed list. What other forms choose from. */
export {
  defaultService,
  specifiedServices,
  specifiedTreatments,
} from '@/features/services/specified';
export { serviceFacts } from '@/features/services/serviceFacts';
export {
  useOfferedDefault,
  useServiceChoices,
  withCurrent,
} from '@/features/services/useServiceChoices';
export { useServiceColors } from '@/features/services/useServiceColors';
