// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { inPages, type ListPage, type PageParam } from "../listPages";
import { withTags } from "../tags";
import type {
  TextConsentApiResponse,
  TextConsentApiArg,
  ListFailedMessagesApiResponse,
  ListFailedMessagesApiArg,
  ListRecallsApiResponse,
  ListRecallsApiArg,
  SkipRecallApiResponse,
  SkipRecallApiArg,
  UnskipRecallApiResponse,
  UnskipRecallApiArg,
  ListServiceMessagesApiResponse,
  ListServiceMessagesApiArg,
  UpdateServiceMessagesApiResponse,
  UpdateServiceMessagesApiArg,
  PreviewAftercareApiResponse,
  PreviewAftercareApiArg,
  ShowMessageSettingsApiResponse,
  ShowMessageSettingsApiArg,
  UpdateMessageSettingsApiResponse,
  UpdateMessageSettingsApiArg,
  ListMessageTemplatesApiResponse,
  ListMessageTemplatesApiArg,
  UpdateMessageTemplateApiResponse,
  UpdateMessageTemplateApiArg,
  ResetMessageTemplateApiResponse,
  ResetMessageTemplateApiArg,
  PreviewMessageTemplateApiResponse,
  PreviewMessageTemplateApiArg,
  ListInboundTextsApiResponse,
  ListInboundTextsApiArg,
  CloseInboundTextApiResponse,
  CloseInboundTextApiArg,
  ReopenInboundTextApiResponse,
  ReopenInboundTextApiArg,
  SendMessageAgainApiResponse,
  SendMessageAgainApiArg,
  ShowContactPreferencesApiResponse,
  ShowContactPreferencesApiArg,
  UpdateContactPreferencesApiResponse,
  UpdateContactPreferencesApiArg,
  ConfirmPatientEmailApiResponse,
  ConfirmPatientEmailApiArg,
  ListPatientMessagesApiResponse,
  ListPatientMessagesApiArg,
  ShowTextReachApiResponse,
  ShowTextReachApiArg,
} from "./types";

export const messagesApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      textConsent: build.mutation<TextConsentApiResponse, TextConsentApiArg>({
        query: (queryArg) => ({
          url: `/api/consents/issued/${encodeURIComponent(String(queryArg))}/text`,
          method: "POST",
        }),
        invalidatesTags: ["messages"],
      }),
      listFailedMessages: build.query<
        ListFailedMessagesApiResponse,
        ListFailedMessagesApiArg
      >({
        query: () => ({ url: `/api/messages/failed` }),
        providesTags: ["messages"],
      }),
      listRecalls: build.query<ListRecallsApiResponse, ListRecallsApiArg>({
        query: () => ({ url: `/api/messages/recalls` }),
        providesTags: ["messages"],
      }),
      skipRecall: build.mutation<SkipRecallApiResponse, SkipRecallApiArg>({
        query: (queryArg) => ({
          url: `/api/messages/recalls/${encodeURIComponent(String(queryArg))}/skip`,
          method: "PUT",
        }),
        invalidatesTags: ["messages"],
      }),
      unskipRecall: build.mutation<UnskipRecallApiResponse, UnskipRecallApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/messages/recalls/${encodeURIComponent(String(queryArg))}/skip`,
            method: "DELETE",
          }),
          invalidatesTags: ["messages"],
        },
      ),
      listServiceMessages: build.query<
        ListServiceMessagesApiResponse,
        ListServiceMessagesApiArg
      >({
        query: () => ({ url: `/api/messages/services` }),
        providesTags: ["messages"],
      }),
      updateServiceMessages: build.mutation<
        UpdateServiceMessagesApiResponse,
        UpdateServiceMessagesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/messages/services/${encodeURIComponent(String(queryArg.id))}`,
          method: "PUT",
          body: queryArg.newServiceMessages,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["messages"],
      }),
      previewAftercare: build.mutation<
        PreviewAftercareApiResponse,
        PreviewAftercareApiArg
      >({
        query: (queryArg) => ({
          url: `/api/messages/services/${encodeURIComponent(String(queryArg.id))}/preview`,
          method: "POST",
          body: queryArg.aftercareText,
        }),
        invalidatesTags: ["messages"],
      }),
      showMessageSettings: build.query<
        ShowMessageSettingsApiResponse,
        ShowMessageSettingsApiArg
      >({
        query: () => ({ url: `/api/messages/settings` }),
        providesTags: ["messages"],
      }),
      updateMessageSettings: build.mutation<
        UpdateMessageSettingsApiResponse,
        UpdateMessageSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/messages/settings`,
          method: "PUT",
          body: queryArg.newMessageSettings,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["messages"],
      }),
      listMessageTemplates: build.query<
        ListMessageTemplatesApiResponse,
        ListMessageTemplatesApiArg
      >({
        query: () => ({ url: `/api/messages/templates` }),
        providesTags: ["messages"],
      }),
      updateMessageTemplate: build.mutation<
        UpdateMessageTemplateApiResponse,
        UpdateMessageTemplateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/messages/templates/${encodeURIComponent(String(queryArg.kind))}`,
          method: "PUT",
          body: queryArg.newMessageTemplate,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
          params: {
            channel: queryArg.channel,
          },
        }),
        invalidatesTags: ["messages"],
      }),
      resetMessageTemplate: build.mutation<
        ResetMessageTemplateApiResponse,
        ResetMessageTemplateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/messages/templates/${encodeURIComponent(String(queryArg.kind))}`,
          method: "DELETE",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
          params: {
            channel: queryArg.channel,
          },
        }),
        invalidatesTags: ["messages"],
      }),
      previewMessageTemplate: build.mutation<
        PreviewMessageTemplateApiResponse,
        PreviewMessageTemplateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/messages/templates/${encodeURIComponent(String(queryArg.kind))}/preview`,
          method: "POST",
          body: queryArg.newMessageTemplate,
          params: {
            channel: queryArg.channel,
          },
        }),
        invalidatesTags: ["messages"],
      }),
      listInboundTexts: build.query<
        ListInboundTextsApiResponse,
        ListInboundTextsApiArg
      >({
        query: () => ({ url: `/api/messages/texts` }),
        providesTags: ["messages"],
      }),
      closeInboundText: build.mutation<
        CloseInboundTextApiResponse,
        CloseInboundTextApiArg
      >({
        query: (queryArg) => ({
          url: `/api/messages/texts/${encodeURIComponent(String(queryArg))}/close`,
          method: "POST",
        }),
        invalidatesTags: ["messages"],
      }),
      reopenInboundText: build.mutation<
        ReopenInboundTextApiResponse,
        ReopenInboundTextApiArg
      >({
        query: (queryArg) => ({
          url: `/api/messages/texts/${encodeURIComponent(String(queryArg))}/reopen`,
          method: "POST",
        }),
        invalidatesTags: ["messages"],
      }),
      sendMessageAgain: build.mutation<
        SendMessageAgainApiResponse,
        SendMessageAgainApiArg
      >({
        query: (queryArg) => ({
          url: `/api/messages/${encodeURIComponent(String(queryArg))}/send`,
          method: "POST",
        }),
        invalidatesTags: ["messages"],
      }),
      showContactPreferences: build.query<
        ShowContactPreferencesApiResponse,
        ShowContactPreferencesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg))}/contact-preferences`,
        }),
        providesTags: ["messages"],
      }),
      updateContactPreferences: build.mutation<
        UpdateContactPreferencesApiResponse,
        UpdateContactPreferencesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/contact-preferences`,
          method: "PUT",
          body: queryArg.newContactPreferences,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["messages"],
      }),
      confirmPatientEmail: build.mutation<
        ConfirmPatientEmailApiResponse,
        ConfirmPatientEmailApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg))}/email/confirm`,
          method: "POST",
        }),
        invalidatesTags: ["messages"],
      }),
      listPatientMessages: build.infiniteQuery<ListPage<ListPatientMessagesApiResponse[number]>, Omit<ListPatientMessagesApiArg, "after">, PageParam>({
        ...inPages<ListPatientMessagesApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/messages`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["messages"],
      }),
      showTextReach: build.query<ShowTextReachApiResponse, ShowTextReachApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/patients/${encodeURIComponent(String(queryArg))}/text-reach`,
          }),
          providesTags: ["messages"],
        },
      ),
    }),
    overrideExisting: false,
  }),
);

export const {
  useTextConsentMutation,
  useListFailedMessagesQuery,
  useLazyListFailedMessagesQuery,
  useListRecallsQuery,
  useLazyListRecallsQuery,
  useSkipRecallMutation,
  useUnskipRecallMutation,
  useListServiceMessagesQuery,
  useLazyListServiceMessagesQuery,
  useUpdateServiceMessagesMutation,
  usePreviewAftercareMutation,
  useShowMessageSettingsQuery,
  useLazyShowMessageSettingsQuery,
  useUpdateMessageSettingsMutation,
  useListMessageTemplatesQuery,
  useLazyListMessageTemplatesQuery,
  useUpdateMessageTemplateMutation,
  useResetMessageTemplateMutation,
  usePreviewMessageTemplateMutation,
  useListInboundTextsQuery,
  useLazyListInboundTextsQuery,
  useCloseInboundTextMutation,
  useReopenInboundTextMutation,
  useSendMessageAgainMutation,
  useShowContactPreferencesQuery,
  useLazyShowContactPreferencesQuery,
  useUpdateContactPreferencesMutation,
  useConfirmPatientEmailMutation,
  useListPatientMessagesInfiniteQuery,
  useShowTextReachQuery,
  useLazyShowTextReachQuery,
} = messagesApi;
