/** The search from everywhere: patients by what is typed or by who was seen last, and the screens and actions of the app by their words. */
export { SearchDialog } from '@/features/search/SearchDialog';
export { OpenSearch, useOpenSearch } from '@/features/search/openSearch';
export { opensBySlash } from '@/features/search/slashKey';
export { SlashSwitch } from '@/features/search/SlashSwitch';
export type { Place } from '@/features/search/matchPlaces';
export { keyHint, useSearchKeys } from '@/features/search/useSearchKeys';
