// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  SetPinApiResponse,
  SetPinApiArg,
  ShowKioskApiResponse,
  ShowKioskApiArg,
  StartKioskApiResponse,
  StartKioskApiArg,
  ReturnKioskApiResponse,
  ReturnKioskApiArg,
} from "./types";

export const kioskApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      setPin: build.mutation<SetPinApiResponse, SetPinApiArg>({
        query: (queryArg) => ({
          url: `/api/auth/pin`,
          method: "PUT",
          body: queryArg,
        }),
        invalidatesTags: ["kiosk"],
      }),
      showKiosk: build.query<ShowKioskApiResponse, ShowKioskApiArg>({
        query: () => ({ url: `/api/kiosk` }),
        providesTags: ["kiosk"],
      }),
      startKiosk: build.mutation<StartKioskApiResponse, StartKioskApiArg>({
        query: (queryArg) => ({
          url: `/api/kiosk`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["kiosk"],
      }),
      returnKiosk: build.mutation<ReturnKioskApiResponse, ReturnKioskApiArg>({
        query: (queryArg) => ({
          url: `/api/kiosk/return`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["kiosk"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useSetPinMutation,
  useShowKioskQuery,
  useLazyShowKioskQuery,
  useStartKioskMutation,
  useReturnKioskMutation,
} = kioskApi;
