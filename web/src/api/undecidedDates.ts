import { baseApi } from '@/api/baseApi';
import type { ImportRow } from '@/api/generated';
import { nextAfter } from '@/api/listPages';

/** How many rows are fetched at once. */
const pageRows = 500;

/** How many rows are asked about at once; the others follow when these are answered. */
const atOnce = 200;

const isUndecided = ({ date_order, date_readings }: ImportRow) =>
  date_readings.length > 1 && !date_readings.some((reading) => reading.date_order === date_order);

const undecidedDates = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listUndecidedDates: build.query<ImportRow[], number>({
      // No call lists them alone, and any number of rows with other problems may stand before them.
      queryFn: async (id, _api, _extra, baseQuery) => {
        const undecided: ImportRow[] = [];
        let after: string | null | undefined;
        while (after !== null && undecided.length < atOnce) {
          const { data, error, meta } = await baseQuery({
            url: `/api/imports/${id}/rows`,
            params: { kind: 'problems', limit: pageRows, after },
          });
          if (error) return { error };
          undecided.push(...(data as ImportRow[]).filter(isUndecided));
          after = nextAfter(meta?.response?.headers);
        }
        return { data: undecided.slice(0, atOnce) };
      },
      // Rows are checked anew while their step is not shown.
      keepUnusedDataFor: 0,
      providesTags: ['imports'],
    }),
  }),
});

export const { useListUndecidedDatesQuery } = undecidedDates;
