// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ListPatientsApiResponse,
  ListPatientsApiArg,
  CreatePatientApiResponse,
  CreatePatientApiArg,
  CheckDuplicatesApiResponse,
  CheckDuplicatesApiArg,
  ListSuspectedPairsApiResponse,
  ListSuspectedPairsApiArg,
  ShowPatientApiResponse,
  ShowPatientApiArg,
  DeletePatientApiResponse,
  DeletePatientApiArg,
  ChangePatientApiResponse,
  ChangePatientApiArg,
  ArchivePatientApiResponse,
  ArchivePatientApiArg,
  ListPatientChangesApiResponse,
  ListPatientChangesApiArg,
  ShowClinicalListsApiResponse,
  ShowClinicalListsApiArg,
  ListClinicalAnswersApiResponse,
  ListClinicalAnswersApiArg,
  AnswerClinicalListApiResponse,
  AnswerClinicalListApiArg,
  WithdrawClinicalAnswerApiResponse,
  WithdrawClinicalAnswerApiArg,
  KeepApartApiResponse,
  KeepApartApiArg,
  SuspectAgainApiResponse,
  SuspectAgainApiArg,
  MergePatientApiResponse,
  MergePatientApiArg,
  PreviewMergeApiResponse,
  PreviewMergeApiArg,
  ListMergesApiResponse,
  ListMergesApiArg,
  PreviewUndoApiResponse,
  PreviewUndoApiArg,
  UndoMergeApiResponse,
  UndoMergeApiArg,
  ListPatientNotesApiResponse,
  ListPatientNotesApiArg,
  AddPatientNoteApiResponse,
  AddPatientNoteApiArg,
  ListRemovedPatientNotesApiResponse,
  ListRemovedPatientNotesApiArg,
  RemovePatientNoteApiResponse,
  RemovePatientNoteApiArg,
  ChangePatientNoteApiResponse,
  ChangePatientNoteApiArg,
  RestorePatientNoteApiResponse,
  RestorePatientNoteApiArg,
  ListPatientNoteVersionsApiResponse,
  ListPatientNoteVersionsApiArg,
  RestorePatientApiResponse,
  RestorePatientApiArg,
  ShowSummaryApiResponse,
  ShowSummaryApiArg,
  ShowTimelineApiResponse,
  ShowTimelineApiArg,
  SearchApiResponse,
  SearchApiArg,
} from "./types";

export const patientsApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listPatients: build.query<ListPatientsApiResponse, ListPatientsApiArg>({
        query: (queryArg) => ({
          url: `/api/patients`,
          params: {
            search: queryArg.search,
            archived: queryArg.archived,
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ["patients"],
      }),
      createPatient: build.mutation<
        CreatePatientApiResponse,
        CreatePatientApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["patients"],
      }),
      checkDuplicates: build.mutation<
        CheckDuplicatesApiResponse,
        CheckDuplicatesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/duplicates`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["patients"],
      }),
      listSuspectedPairs: build.query<
        ListSuspectedPairsApiResponse,
        ListSuspectedPairsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/pairs`,
          params: {
            after: queryArg.after,
            limit: queryArg.limit,
          },
        }),
        providesTags: ["patients"],
      }),
      showPatient: build.query<ShowPatientApiResponse, ShowPatientApiArg>({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["patients"],
      }),
      deletePatient: build.mutation<
        DeletePatientApiResponse,
        DeletePatientApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}`,
          method: "DELETE",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["patients"],
      }),
      changePatient: build.mutation<
        ChangePatientApiResponse,
        ChangePatientApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}`,
          method: "PATCH",
          body: queryArg.patientChange,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["patients"],
      }),
      archivePatient: build.mutation<
        ArchivePatientApiResponse,
        ArchivePatientApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/archive`,
          method: "POST",
          body: queryArg.archiving,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["patients"],
      }),
      listPatientChanges: build.query<
        ListPatientChangesApiResponse,
        ListPatientChangesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/changes`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ["patients"],
      }),
      showClinicalLists: build.query<
        ShowClinicalListsApiResponse,
        ShowClinicalListsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg))}/clinical`,
        }),
        providesTags: ["patients"],
      }),
      listClinicalAnswers: build.query<
        ListClinicalAnswersApiResponse,
        ListClinicalAnswersApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/clinical/${encodeURIComponent(String(queryArg.kind))}`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ["patients"],
      }),
      answerClinicalList: build.mutation<
        AnswerClinicalListApiResponse,
        AnswerClinicalListApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/clinical/${encodeURIComponent(String(queryArg.kind))}`,
          method: "PUT",
          body: queryArg.newClinicalAnswer,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["patients"],
      }),
      withdrawClinicalAnswer: build.mutation<
        WithdrawClinicalAnswerApiResponse,
        WithdrawClinicalAnswerApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/clinical/${encodeURIComponent(String(queryArg.kind))}/withdraw`,
          method: "POST",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["patients"],
      }),
      keepApart: build.mutation<KeepApartApiResponse, KeepApartApiArg>({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/distinct/${encodeURIComponent(String(queryArg.other))}`,
          method: "PUT",
        }),
        invalidatesTags: ["patients"],
      }),
      suspectAgain: build.mutation<SuspectAgainApiResponse, SuspectAgainApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/distinct/${encodeURIComponent(String(queryArg.other))}`,
            method: "DELETE",
          }),
          invalidatesTags: ["patients"],
        },
      ),
      mergePatient: build.mutation<MergePatientApiResponse, MergePatientApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/merge`,
            method: "POST",
            body: queryArg.patientMerging,
          }),
          invalidatesTags: ["patients"],
        },
      ),
      previewMerge: build.query<PreviewMergeApiResponse, PreviewMergeApiArg>({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/merge/${encodeURIComponent(String(queryArg.other))}`,
        }),
        providesTags: ["patients"],
      }),
      listMerges: build.query<ListMergesApiResponse, ListMergesApiArg>({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg))}/merges`,
        }),
        providesTags: ["patients"],
      }),
      previewUndo: build.query<PreviewUndoApiResponse, PreviewUndoApiArg>({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/merges/${encodeURIComponent(String(queryArg.other))}`,
        }),
        providesTags: ["patients"],
      }),
      undoMerge: build.mutation<UndoMergeApiResponse, UndoMergeApiArg>({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/merges/${encodeURIComponent(String(queryArg.other))}/undo`,
          method: "POST",
        }),
        invalidatesTags: ["patients"],
      }),
      listPatientNotes: build.query<
        ListPatientNotesApiResponse,
        ListPatientNotesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/notes`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ["patients"],
      }),
      addPatientNote: build.mutation<
        AddPatientNoteApiResponse,
        AddPatientNoteApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/notes`,
          method: "POST",
          body: queryArg.newPatientNote,
        }),
        invalidatesTags: ["patients"],
      }),
      listRemovedPatientNotes: build.query<
        ListRemovedPatientNotesApiResponse,
        ListRemovedPatientNotesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/notes/removed`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ["patients"],
      }),
      removePatientNote: build.mutation<
        RemovePatientNoteApiResponse,
        RemovePatientNoteApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/notes/${encodeURIComponent(String(queryArg.note))}`,
          method: "DELETE",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["patients"],
      }),
      changePatientNote: build.mutation<
        ChangePatientNoteApiResponse,
        ChangePatientNoteApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/notes/${encodeURIComponent(String(queryArg.note))}`,
          method: "PATCH",
          body: queryArg.patientNoteChange,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["patients"],
      }),
      restorePatientNote: build.mutation<
        RestorePatientNoteApiResponse,
        RestorePatientNoteApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/notes/${encodeURIComponent(String(queryArg.note))}/restore`,
          method: "POST",
        }),
        invalidatesTags: ["patients"],
      }),
      listPatientNoteVersions: build.query<
        ListPatientNoteVersionsApiResponse,
        ListPatientNoteVersionsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/notes/${encodeURIComponent(String(queryArg.note))}/versions`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ["patients"],
      }),
      restorePatient: build.mutation<
        RestorePatientApiResponse,
        RestorePatientApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/restore`,
          method: "POST",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["patients"],
      }),
      showSummary: build.query<ShowSummaryApiResponse, ShowSummaryApiArg>({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg))}/summary`,
        }),
        providesTags: ["patients"],
      }),
      showTimeline: build.query<ShowTimelineApiResponse, ShowTimelineApiArg>({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/timeline`,
          params: {
            kinds: queryArg.kinds,
            after: queryArg.after,
            limit: queryArg.limit,
          },
        }),
        providesTags: ["patients"],
      }),
      search: build.query<SearchApiResponse, SearchApiArg>({
        query: (queryArg) => ({
          url: `/api/search`,
          params: {
            q: queryArg,
          },
        }),
        providesTags: ["patients"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListPatientsQuery,
  useLazyListPatientsQuery,
  useCreatePatientMutation,
  useCheckDuplicatesMutation,
  useListSuspectedPairsQuery,
  useLazyListSuspectedPairsQuery,
  useShowPatientQuery,
  useLazyShowPatientQuery,
  useDeletePatientMutation,
  useChangePatientMutation,
  useArchivePatientMutation,
  useListPatientChangesQuery,
  useLazyListPatientChangesQuery,
  useShowClinicalListsQuery,
  useLazyShowClinicalListsQuery,
  useListClinicalAnswersQuery,
  useLazyListClinicalAnswersQuery,
  useAnswerClinicalListMutation,
  useWithdrawClinicalAnswerMutation,
  useKeepApartMutation,
  useSuspectAgainMutation,
  useMergePatientMutation,
  usePreviewMergeQuery,
  useLazyPreviewMergeQuery,
  useListMergesQuery,
  useLazyListMergesQuery,
  usePreviewUndoQuery,
  useLazyPreviewUndoQuery,
  useUndoMergeMutation,
  useListPatientNotesQuery,
  useLazyListPatientNotesQuery,
  useAddPatientNoteMutation,
  useListRemovedPatientNotesQuery,
  useLazyListRemovedPatientNotesQuery,
  useRemovePatientNoteMutation,
  useChangePatientNoteMutation,
  useRestorePatientNoteMutation,
  useListPatientNoteVersionsQuery,
  useLazyListPatientNoteVersionsQuery,
  useRestorePatientMutation,
  useShowSummaryQuery,
  useLazyShowSummaryQuery,
  useShowTimelineQuery,
  useLazyShowTimelineQuery,
  useSearchQuery,
  useLazySearchQuery,
} = patientsApi;
