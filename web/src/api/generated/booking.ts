// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ShowBookingOfferApiResponse,
  ShowBookingOfferApiArg,
  HoldBookingTimeApiResponse,
  HoldBookingTimeApiArg,
  SendBookingCodeApiResponse,
  SendBookingCodeApiArg,
  ConfirmBookingApiResponse,
  ConfirmBookingApiArg,
  ListBookingTimesApiResponse,
  ListBookingTimesApiArg,
  ShowBookingSettingsApiResponse,
  ShowBookingSettingsApiArg,
  UpdateBookingSettingsApiResponse,
  UpdateBookingSettingsApiArg,
} from "./types";

export const bookingApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      showBookingOffer: build.query<
        ShowBookingOfferApiResponse,
        ShowBookingOfferApiArg
      >({
        query: () => ({ url: `/api/book` }),
        providesTags: ["booking"],
      }),
      holdBookingTime: build.mutation<
        HoldBookingTimeApiResponse,
        HoldBookingTimeApiArg
      >({
        query: (queryArg) => ({
          url: `/api/book/holds`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["booking"],
      }),
      sendBookingCode: build.mutation<
        SendBookingCodeApiResponse,
        SendBookingCodeApiArg
      >({
        query: (queryArg) => ({
          url: `/api/book/holds/${encodeURIComponent(String(queryArg.token))}/code`,
          method: "POST",
          body: queryArg.codeWanted,
        }),
        invalidatesTags: ["booking"],
      }),
      confirmBooking: build.mutation<
        ConfirmBookingApiResponse,
        ConfirmBookingApiArg
      >({
        query: (queryArg) => ({
          url: `/api/book/holds/${encodeURIComponent(String(queryArg.token))}/confirm`,
          method: "POST",
          body: queryArg.confirmBooking,
        }),
        invalidatesTags: ["booking"],
      }),
      listBookingTimes: build.query<
        ListBookingTimesApiResponse,
        ListBookingTimesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/book/slots`,
          params: {
            service: queryArg.service,
            provider_id: queryArg.providerId,
            from: queryArg["from"],
          },
        }),
        providesTags: ["booking"],
      }),
      showBookingSettings: build.query<
        ShowBookingSettingsApiResponse,
        ShowBookingSettingsApiArg
      >({
        query: () => ({ url: `/api/booking/settings` }),
        providesTags: ["booking"],
      }),
      updateBookingSettings: build.mutation<
        UpdateBookingSettingsApiResponse,
        UpdateBookingSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/booking/settings`,
          method: "PUT",
          body: queryArg.newBookingSettings,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["booking"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useShowBookingOfferQuery,
  useLazyShowBookingOfferQuery,
  useHoldBookingTimeMutation,
  useSendBookingCodeMutation,
  useConfirmBookingMutation,
  useListBookingTimesQuery,
  useLazyListBookingTimesQuery,
  useShowBookingSettingsQuery,
  useLazyShowBookingSettingsQuery,
  useUpdateBookingSettingsMutation,
} = bookingApi;
