import { generatedApi, type Patient } from '@/api/generated';

/** How many rows are fetched at once. */
export const pageSize = 50;

export interface PatientPageAnswer {
  patients: Patient[];
  /** Null when the server did not say. */
  counted: PatientCount | null;
}

/** How many match in all. The server counts as far as 1,000. */
export interface PatientCount {
  total: number;
  isMore: boolean;
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
      transformResponse: (patients: Patient[], meta) => ({ patients, counted: readCount(meta?.response?.headers.get('X-Total-Count')) }),
      providesTags: ['patients'],
    }),
  }),
});

function readCount(header: string | null | undefined): PatientCount | null {
  const [, total, more] = /^(\d+)(\+?)$/.exec(header ?? '') ?? [];
  return total === undefined ? null : { total: Number(total), isMore: more === '+' };
}

export const { useListPatientPagesInfiniteQuery, endpoints: { listPatientPages } } = patientPages;
