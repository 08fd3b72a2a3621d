import '@/api/generated';

import { baseApi } from '@/api/baseApi';
import type { EveryCall } from '@/api/generated';

/** Every call of every feature. A test may make any of them; the app itself makes those of the features that a page loads. */
export const generatedApi = baseApi as unknown as ReturnType<
  typeof baseApi.injectEndpoints<EveryCall>
>;
