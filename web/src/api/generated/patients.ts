// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { inPages, type ListPage, type PageParam } from "../listPages";
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
      listPatients: build.infiniteQuery<ListPage<ListPatientsApiResponse[number]>, Omit<ListPatientsApiArg, "after">, PageParam>({
        ...inPages<ListPatientsApiResponse[number]>("X-Total-Count"),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/patients`,
          params: {
            search: queryArg.search,
            archived: queryArg.archived,
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["patients"],
      }),
      listPatientsPage: build.query<ListPatientsApiResponse, ListPatientsApiArg>({
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
      listSuspectedPairs: build.infiniteQuery<ListPage<ListSuspectedPairsApiResponse[number]>, Omit<ListSuspectedPairsApiArg, "after">, PageParam>({
        ...inPages<ListSuspectedPairsApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/patients/pairs`,
          params: {
            after: pageParam,
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
      listPatientChanges: build.infiniteQuery<ListPage<ListPatientChangesApiResponse[number]>, Omit<ListPatientChangesApiArg, "after">, PageParam>({
        ...inPages<ListPatientChangesApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/changes`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["patients"],
      }),
      listPatientChangesPage: build.query<
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
      listClinicalAnswers: build.infiniteQuery<ListPage<ListClinicalAnswersApiResponse[number]>, Omit<ListClinicalAnswersApiArg, "after">, PageParam>({
        ...inPages<ListClinicalAnswersApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/clinical/${encodeURIComponent(String(queryArg.kind))}`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
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
      listPatientNotes: build.infiniteQuery<ListPage<ListPatientNotesApiResponse[number]>, Omit<ListPatientNotesApiArg, "after">, PageParam>({
        ...inPages<ListPatientNotesApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/notes`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["patients"],
      }),
      listPatientNotesPage: build.query<
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
      listRemovedPatientNotes: build.infiniteQuery<ListPage<ListRemovedPatientNotesApiResponse[number]>, Omit<ListRemovedPatientNotesApiArg, "after">, PageParam>({
        ...inPages<ListRemovedPatientNotesApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/notes/removed`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
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
      listPatientNoteVersions: build.infiniteQuery<ListPage<ListPatientNoteVersionsApiResponse[number]>, Omit<ListPatientNoteVersionsApiArg, "after">, PageParam>({
        ...inPages<ListPatientNoteVersionsApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/notes/${encodeURIComponent(String(queryArg.note))}/versions`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
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
      showTimeline: build.infiniteQuery<ListPage<ShowTimelineApiResponse[number]>, Omit<ShowTimelineApiArg, "after">, PageParam>({
        ...inPages<ShowTimelineApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/timeline`,
          params: {
            kinds: queryArg.kinds,
            after: pageParam,
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
  useListPatientsInfiniteQuery,
  useListPatientsPageQuery,
  useLazyListPatientsPageQuery,
  useCreatePatientMutation,
  useCheckDuplicatesMutation,
  useListSuspectedPairsInfiniteQuery,
  useShowPatientQuery,
  useLazyShowPatientQuery,
  useDeletePatientMutation,
  useChangePatientMutation,
  useArchivePatientMutation,
  useListPatientChangesInfiniteQuery,
  useListPatientChangesPageQuery,
  useLazyListPatientChangesPageQuery,
  useShowClinicalListsQuery,
  useLazyShowClinicalListsQuery,
  useListClinicalAnswersInfiniteQuery,
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
  useListPatientNotesInfiniteQuery,
  useListPatientNotesPageQuery,
  useLazyListPatientNotesPageQuery,
  useAddPatientNoteMutation,
  useListRemovedPatientNotesInfiniteQuery,
  useRemovePatientNoteMutation,
  useChangePatientNoteMutation,
  useRestorePatientNoteMutation,
  useListPatientNoteVersionsInfiniteQuery,
  useRestorePatientMutation,
  useShowSummaryQuery,
  useLazyShowSummaryQuery,
  useShowTimelineInfiniteQuery,
  useSearchQuery,
  useLazySearchQuery,
} = patientsApi;
