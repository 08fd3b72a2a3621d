// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ListModulesApiResponse,
  ListModulesApiArg,
  SwitchModuleApiResponse,
  SwitchModuleApiArg,
  SendConfirmationAgainApiResponse,
  SendConfirmationAgainApiArg,
  ShowSampleDataApiResponse,
  ShowSampleDataApiArg,
  RemoveSampleDataApiResponse,
  RemoveSampleDataApiArg,
  ShowClinicSettingsApiResponse,
  ShowClinicSettingsApiArg,
  UpdateClinicSettingsApiResponse,
  UpdateClinicSettingsApiArg,
  ShowDefaultFindingsApiResponse,
  ShowDefaultFindingsApiArg,
  ListSupportAccessApiResponse,
  ListSupportAccessApiArg,
  EndSupportAccessApiResponse,
  EndSupportAccessApiArg,
  ListUndeliveredMailsApiResponse,
  ListUndeliveredMailsApiArg,
  SendMailAgainApiResponse,
  SendMailAgainApiArg,
} from "./types";

export const clinicApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listModules: build.query<ListModulesApiResponse, ListModulesApiArg>({
        query: () => ({ url: `/api/clinic/modules` }),
        providesTags: ["clinic"],
      }),
      switchModule: build.mutation<SwitchModuleApiResponse, SwitchModuleApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/clinic/modules/${encodeURIComponent(String(queryArg["module"]))}`,
            method: "PUT",
            body: queryArg.moduleSwitch,
            headers: {
              "If-Match": queryArg["If-Match"],
            },
          }),
          invalidatesTags: ["clinic"],
        },
      ),
      sendConfirmationAgain: build.mutation<
        SendConfirmationAgainApiResponse,
        SendConfirmationAgainApiArg
      >({
        query: () => ({
          url: `/api/clinic/owner-confirmation`,
          method: "POST",
        }),
        invalidatesTags: ["clinic"],
      }),
      showSampleData: build.query<
        ShowSampleDataApiResponse,
        ShowSampleDataApiArg
      >({
        query: () => ({ url: `/api/clinic/sample-data` }),
        providesTags: ["clinic"],
      }),
      removeSampleData: build.mutation<
        RemoveSampleDataApiResponse,
        RemoveSampleDataApiArg
      >({
        query: () => ({ url: `/api/clinic/sample-data`, method: "DELETE" }),
        invalidatesTags: ["clinic"],
      }),
      showClinicSettings: build.query<
        ShowClinicSettingsApiResponse,
        ShowClinicSettingsApiArg
      >({
        query: () => ({ url: `/api/clinic/settings` }),
        providesTags: ["clinic"],
      }),
      updateClinicSettings: build.mutation<
        UpdateClinicSettingsApiResponse,
        UpdateClinicSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/clinic/settings`,
          method: "PUT",
          body: queryArg.newClinicSettings,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["clinic"],
      }),
      showDefaultFindings: build.query<
        ShowDefaultFindingsApiResponse,
        ShowDefaultFindingsApiArg
      >({
        query: () => ({ url: `/api/clinic/settings/default-findings` }),
        providesTags: ["clinic"],
      }),
      listSupportAccess: build.query<
        ListSupportAccessApiResponse,
        ListSupportAccessApiArg
      >({
        query: () => ({ url: `/api/clinic/support-access` }),
        providesTags: ["clinic"],
      }),
      endSupportAccess: build.mutation<
        EndSupportAccessApiResponse,
        EndSupportAccessApiArg
      >({
        query: (queryArg) => ({
          url: `/api/clinic/support-access/${encodeURIComponent(String(queryArg))}`,
          method: "DELETE",
        }),
        invalidatesTags: ["clinic"],
      }),
      listUndeliveredMails: build.query<
        ListUndeliveredMailsApiResponse,
        ListUndeliveredMailsApiArg
      >({
        query: () => ({ url: `/api/clinic/undelivered-mails` }),
        providesTags: ["clinic"],
      }),
      sendMailAgain: build.mutation<
        SendMailAgainApiResponse,
        SendMailAgainApiArg
      >({
        query: (queryArg) => ({
          url: `/api/clinic/undelivered-mails/${encodeURIComponent(String(queryArg))}/send`,
          method: "POST",
        }),
        invalidatesTags: ["clinic"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListModulesQuery,
  useLazyListModulesQuery,
  useSwitchModuleMutation,
  useSendConfirmationAgainMutation,
  useShowSampleDataQuery,
  useLazyShowSampleDataQuery,
  useRemoveSampleDataMutation,
  useShowClinicSettingsQuery,
  useLazyShowClinicSettingsQuery,
  useUpdateClinicSettingsMutation,
  useShowDefaultFindingsQuery,
  useLazyShowDefaultFindingsQuery,
  useListSupportAccessQuery,
  useLazyListSupportAccessQuery,
  useEndSupportAccessMutation,
  useListUndeliveredMailsQuery,
  useLazyListUndeliveredMailsQuery,
  useSendMailAgainMutation,
} = clinicApi;
