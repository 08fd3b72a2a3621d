import { generatedApi, type Patient } from '@/api/generated';

/** How many rows are fetched at once. */
export const pageSize = 50;

export interface PatientPageAnswer {
  patients: Patient[];
  /** All matches, or null when the server did not count them. */
  total: number | null;
}

/** The list of patients page by page, with the total from the X-Total-Count header. */
const patientPages = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    listPatientPages: build.infiniteQuery<PatientPageAnswer, { search: string }, number | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ patients }) => (patients.length === pageSize ? patients.at(-1)?.id : undefined),
      },
      query: ({ queryArg: { search }, pageParam }) => ({
        url: '/api/patients',
        params: { limit: pageSize, ...(search && { search }), ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: (patients: Patient[], meta) => ({ patients, total: readCount(meta?.response?.headers.get('X-Total-Count')) }),
      providesTags: ['patients'],
    }),
  }),
});

function readCount(header: string | null | undefined) {
  return header && /^\d+$/.test(header) ? Number(header) : null;
}

export const { useListPatientPagesInfiniteQuery, endpoints: { listPatientPages } } = patientPages;
