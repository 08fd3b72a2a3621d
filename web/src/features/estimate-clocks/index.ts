/** The clocks of Good Faith Estimates: whether a client pays alone, what is owed until when, and the clinic's list of it. */
export { Coverage } from '@/features/estimate-clocks/Coverage';
export { CoveragePanel } from '@/features/estimate-clocks/CoveragePanel';
export {
  askWords,
  causeWords,
  coverageWords,
  dueWords,
  endingWords,
} from '@/features/estimate-clocks/clockWords';
