// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ListProtocolsApiResponse,
  ListProtocolsApiArg,
  CreateProtocolDraftApiResponse,
  CreateProtocolDraftApiArg,
  UpdateProtocolDraftApiResponse,
  UpdateProtocolDraftApiArg,
  DeleteProtocolDraftApiResponse,
  DeleteProtocolDraftApiArg,
  SignProtocolDraftApiResponse,
  SignProtocolDraftApiArg,
  OverrideProtocolApiResponse,
  OverrideProtocolApiArg,
  ListOwnProtocolsApiResponse,
  ListOwnProtocolsApiArg,
  ShowProtocolSettingsApiResponse,
  ShowProtocolSettingsApiArg,
  UpdateProtocolSettingsApiResponse,
  UpdateProtocolSettingsApiArg,
  ShowProtocolVersionApiResponse,
  ShowProtocolVersionApiArg,
  RetireProtocolApiResponse,
  RetireProtocolApiArg,
  AgreeToProtocolApiResponse,
  AgreeToProtocolApiArg,
  ShowProtocolApiResponse,
  ShowProtocolApiArg,
} from "./types";

export const protocolsApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listProtocols: build.query<ListProtocolsApiResponse, ListProtocolsApiArg>(
        {
          query: () => ({ url: `/api/protocols` }),
          providesTags: ["protocols"],
        },
      ),
      createProtocolDraft: build.mutation<
        CreateProtocolDraftApiResponse,
        CreateProtocolDraftApiArg
      >({
        query: (queryArg) => ({
          url: `/api/protocols/drafts`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["protocols"],
      }),
      updateProtocolDraft: build.mutation<
        UpdateProtocolDraftApiResponse,
        UpdateProtocolDraftApiArg
      >({
        query: (queryArg) => ({
          url: `/api/protocols/drafts/${encodeURIComponent(String(queryArg.id))}`,
          method: "PUT",
          body: queryArg.changedProtocolDraft,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["protocols"],
      }),
      deleteProtocolDraft: build.mutation<
        DeleteProtocolDraftApiResponse,
        DeleteProtocolDraftApiArg
      >({
        query: (queryArg) => ({
          url: `/api/protocols/drafts/${encodeURIComponent(String(queryArg.id))}`,
          method: "DELETE",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["protocols"],
      }),
      signProtocolDraft: build.mutation<
        SignProtocolDraftApiResponse,
        SignProtocolDraftApiArg
      >({
        query: (queryArg) => ({
          url: `/api/protocols/drafts/${encodeURIComponent(String(queryArg.id))}/sign`,
          method: "POST",
          body: queryArg.protocolSigning,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["protocols"],
      }),
      overrideProtocol: build.mutation<
        OverrideProtocolApiResponse,
        OverrideProtocolApiArg
      >({
        query: (queryArg) => ({
          url: `/api/protocols/overrides`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["protocols"],
      }),
      listOwnProtocols: build.query<
        ListOwnProtocolsApiResponse,
        ListOwnProtocolsApiArg
      >({
        query: () => ({ url: `/api/protocols/own` }),
        providesTags: ["protocols"],
      }),
      showProtocolSettings: build.query<
        ShowProtocolSettingsApiResponse,
        ShowProtocolSettingsApiArg
      >({
        query: () => ({ url: `/api/protocols/settings` }),
        providesTags: ["protocols"],
      }),
      updateProtocolSettings: build.mutation<
        UpdateProtocolSettingsApiResponse,
        UpdateProtocolSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/protocols/settings`,
          method: "PUT",
          body: queryArg.newProtocolSettings,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["protocols"],
      }),
      showProtocolVersion: build.query<
        ShowProtocolVersionApiResponse,
        ShowProtocolVersionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/protocols/versions/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["protocols"],
      }),
      retireProtocol: build.mutation<
        RetireProtocolApiResponse,
        RetireProtocolApiArg
      >({
        query: (queryArg) => ({
          url: `/api/protocols/versions/${encodeURIComponent(String(queryArg.id))}/retire`,
          method: "POST",
          body: queryArg.newProtocolRetirement,
        }),
        invalidatesTags: ["protocols"],
      }),
      agreeToProtocol: build.mutation<
        AgreeToProtocolApiResponse,
        AgreeToProtocolApiArg
      >({
        query: (queryArg) => ({
          url: `/api/protocols/versions/${encodeURIComponent(String(queryArg.id))}/signature`,
          method: "POST",
          body: queryArg.protocolSigning,
        }),
        invalidatesTags: ["protocols"],
      }),
      showProtocol: build.query<ShowProtocolApiResponse, ShowProtocolApiArg>({
        query: (queryArg) => ({
          url: `/api/protocols/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["protocols"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListProtocolsQuery,
  useLazyListProtocolsQuery,
  useCreateProtocolDraftMutation,
  useUpdateProtocolDraftMutation,
  useDeleteProtocolDraftMutation,
  useSignProtocolDraftMutation,
  useOverrideProtocolMutation,
  useListOwnProtocolsQuery,
  useLazyListOwnProtocolsQuery,
  useShowProtocolSettingsQuery,
  useLazyShowProtocolSettingsQuery,
  useUpdateProtocolSettingsMutation,
  useShowProtocolVersionQuery,
  useLazyShowProtocolVersionQuery,
  useRetireProtocolMutation,
  useAgreeToProtocolMutation,
  useShowProtocolQuery,
  useLazyShowProtocolQuery,
} = protocolsApi;
