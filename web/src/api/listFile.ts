import { baseApi } from '@/api/baseApi';
import { nextAfter } from '@/api/listPages';

/** A call whose answer is a list as CSV, with the list's own filter. */
export interface ListFile {
  url: `/api/${'adverse-events' | 'appointments' | 'audit' | 'consents/templates' | 'estimate-clocks' | 'gfe/templates' | `imports/${number}/rows` | 'loyalty/balances' | 'patients' | 'review/punctuality' | 'services' | 'subscriptions' | 'team' | 'waitlist'}/export`;
  params?: Record<string, string | number | boolean | undefined>;
}

/** Lists as files. Nothing is cached: a file is of the moment at which it was asked for. */
const listFiles = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // A long list comes in parts; only the first has column headings.
    exportList: build.query<string, ListFile>({
      queryFn: async ({ url, params }, _api, _extra, request) => {
        const parts: string[] = [];
        for (let after: string | null = null; parts.length === 0 || after !== null;) {
          const { data, error, meta } = await request({
            url,
            params: { ...params, ...(after !== null && { after }) },
            responseHandler: async (response) => (response.ok ? response.text() : response.json()),
          });
          if (error) return { error };
          parts.push(data as string);
          after = nextAfter(meta?.response?.headers);
        }
        return { data: parts.join('') };
      },
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { exportList } = listFiles.endpoints;
