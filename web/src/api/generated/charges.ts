// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { inPages, type ListPage, type PageParam } from "../listPages";
import { withTags } from "../tags";
import type {
  ShowChargeWatchApiResponse,
  ShowChargeWatchApiArg,
  OpenChargeDisputeApiResponse,
  OpenChargeDisputeApiArg,
  CloseChargeDisputeApiResponse,
  CloseChargeDisputeApiArg,
  NoteFirstBillApiResponse,
  NoteFirstBillApiArg,
  AddChargeApiResponse,
  AddChargeApiArg,
  VoidChargeApiResponse,
  VoidChargeApiArg,
  ListPatientChargesApiResponse,
  ListPatientChargesApiArg,
} from "./types";

export const chargesApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      showChargeWatch: build.query<
        ShowChargeWatchApiResponse,
        ShowChargeWatchApiArg
      >({
        query: (queryArg) => ({
          url: `/api/appointments/${encodeURIComponent(String(queryArg))}/charge-watch`,
        }),
        providesTags: ["charges"],
      }),
      openChargeDispute: build.mutation<
        OpenChargeDisputeApiResponse,
        OpenChargeDisputeApiArg
      >({
        query: (queryArg) => ({
          url: `/api/appointments/${encodeURIComponent(String(queryArg.id))}/dispute`,
          method: "POST",
          body: queryArg.newDispute,
        }),
        invalidatesTags: ["charges"],
      }),
      closeChargeDispute: build.mutation<
        CloseChargeDisputeApiResponse,
        CloseChargeDisputeApiArg
      >({
        query: (queryArg) => ({
          url: `/api/appointments/${encodeURIComponent(String(queryArg.id))}/dispute/close`,
          method: "POST",
          body: queryArg.disputeClosing,
        }),
        invalidatesTags: ["charges"],
      }),
      noteFirstBill: build.mutation<
        NoteFirstBillApiResponse,
        NoteFirstBillApiArg
      >({
        query: (queryArg) => ({
          url: `/api/appointments/${encodeURIComponent(String(queryArg.id))}/first-bill`,
          method: "POST",
          body: queryArg.firstBill,
        }),
        invalidatesTags: ["charges"],
      }),
      addCharge: build.mutation<AddChargeApiResponse, AddChargeApiArg>({
        query: (queryArg) => ({
          url: `/api/charges`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["charges"],
      }),
      voidCharge: build.mutation<VoidChargeApiResponse, VoidChargeApiArg>({
        query: (queryArg) => ({
          url: `/api/charges/${encodeURIComponent(String(queryArg.id))}/void`,
          method: "POST",
          body: queryArg.chargeVoiding,
        }),
        invalidatesTags: ["charges"],
      }),
      listPatientCharges: build.infiniteQuery<ListPage<ListPatientChargesApiResponse[number]>, Omit<ListPatientChargesApiArg, "after">, PageParam>({
        ...inPages<ListPatientChargesApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/charges`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["charges"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useShowChargeWatchQuery,
  useLazyShowChargeWatchQuery,
  useOpenChargeDisputeMutation,
  useCloseChargeDisputeMutation,
  useNoteFirstBillMutation,
  useAddChargeMutation,
  useVoidChargeMutation,
  useListPatientChargesInfiniteQuery,
} = chargesApi;
