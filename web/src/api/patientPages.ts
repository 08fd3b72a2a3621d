import { baseApi } from '@/api/baseApi';
import type { Patient } from '@/api/generated';
import { pagesByLink, pageSize, readPage, type ListPage } from '@/api/listPages';

export interface PatientListPage extends ListPage<Patient> {
  /** Null when the server did not say. */
  counted: PatientCount | null;
}

/** How many match in all. The server counts as far as 1,000. */
export interface PatientCount {
  total: number;
  isMore: boolean;
}

/** The list of patients page by page, with the total from the X-Total-Count header. */
const patientPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listPatientPages: build.infiniteQuery<
      PatientListPage,
      { search: string; archived?: boolean },
      number | null
    >({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg: { search, archived }, pageParam }) => ({
        url: '/api/patients',
        params: {
          limit: pageSize,
          ...(search && { search }),
          ...(archived && { archived }),
          ...(pageParam !== null && { after: pageParam }),
        },
      }),
      transformResponse: (patients: Patient[], meta) => ({
        ...readPage(patients, meta),
        counted: readCount(meta?.response?.headers.get('X-Total-Count')),
      }),
      providesTags: ['patients'],
    }),
  }),
});

function readCount(header: string | null | undefined): PatientCount | null {
  const [, total, more] = /^(\d+)(\+?)$/.exec(header ?? '') ?? [];
  return total === undefined ? null : { total: Number(total), isMore: more === '+' };
}

export const {
  useListPatientPagesInfiniteQuery,
  endpoints: { listPatientPages },
} = patientPages;
