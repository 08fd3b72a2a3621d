// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ListTeamApiResponse,
  ListTeamApiArg,
  CreateTeamMemberApiResponse,
  CreateTeamMemberApiArg,
  ListFormerMembersApiResponse,
  ListFormerMembersApiArg,
  UpdateTeamMemberApiResponse,
  UpdateTeamMemberApiArg,
  DeleteTeamMemberApiResponse,
  DeleteTeamMemberApiArg,
  ConfirmTeamMemberApiResponse,
  ConfirmTeamMemberApiArg,
  InviteTeamMemberApiResponse,
  InviteTeamMemberApiArg,
  CancelInvitationApiResponse,
  CancelInvitationApiArg,
  ReactivateTeamMemberApiResponse,
  ReactivateTeamMemberApiArg,
  RemoveTeamSecondFactorApiResponse,
  RemoveTeamSecondFactorApiArg,
} from "./types";

export const teamApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listTeam: build.query<ListTeamApiResponse, ListTeamApiArg>({
        query: () => ({ url: `/api/team` }),
        providesTags: ["team"],
      }),
      createTeamMember: build.mutation<
        CreateTeamMemberApiResponse,
        CreateTeamMemberApiArg
      >({
        query: (queryArg) => ({
          url: `/api/team`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["team"],
      }),
      listFormerMembers: build.query<
        ListFormerMembersApiResponse,
        ListFormerMembersApiArg
      >({
        query: () => ({ url: `/api/team/former` }),
        providesTags: ["team"],
      }),
      updateTeamMember: build.mutation<
        UpdateTeamMemberApiResponse,
        UpdateTeamMemberApiArg
      >({
        query: (queryArg) => ({
          url: `/api/team/${encodeURIComponent(String(queryArg.id))}`,
          method: "PUT",
          body: queryArg.newTeamMember,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["team"],
      }),
      deleteTeamMember: build.mutation<
        DeleteTeamMemberApiResponse,
        DeleteTeamMemberApiArg
      >({
        query: (queryArg) => ({
          url: `/api/team/${encodeURIComponent(String(queryArg.id))}`,
          method: "DELETE",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["team"],
      }),
      confirmTeamMember: build.mutation<
        ConfirmTeamMemberApiResponse,
        ConfirmTeamMemberApiArg
      >({
        query: (queryArg) => ({
          url: `/api/team/${encodeURIComponent(String(queryArg.id))}/confirm`,
          method: "POST",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["team"],
      }),
      inviteTeamMember: build.mutation<
        InviteTeamMemberApiResponse,
        InviteTeamMemberApiArg
      >({
        query: (queryArg) => ({
          url: `/api/team/${encodeURIComponent(String(queryArg))}/invite`,
          method: "POST",
        }),
        invalidatesTags: ["team"],
      }),
      cancelInvitation: build.mutation<
        CancelInvitationApiResponse,
        CancelInvitationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/team/${encodeURIComponent(String(queryArg.id))}/invite`,
          method: "DELETE",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["team"],
      }),
      reactivateTeamMember: build.mutation<
        ReactivateTeamMemberApiResponse,
        ReactivateTeamMemberApiArg
      >({
        query: (queryArg) => ({
          url: `/api/team/${encodeURIComponent(String(queryArg.id))}/reactivate`,
          method: "POST",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["team"],
      }),
      removeTeamSecondFactor: build.mutation<
        RemoveTeamSecondFactorApiResponse,
        RemoveTeamSecondFactorApiArg
      >({
        query: (queryArg) => ({
          url: `/api/team/${encodeURIComponent(String(queryArg))}/totp`,
          method: "DELETE",
        }),
        invalidatesTags: ["team"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListTeamQuery,
  useLazyListTeamQuery,
  useCreateTeamMemberMutation,
  useListFormerMembersQuery,
  useLazyListFormerMembersQuery,
  useUpdateTeamMemberMutation,
  useDeleteTeamMemberMutation,
  useConfirmTeamMemberMutation,
  useInviteTeamMemberMutation,
  useCancelInvitationMutation,
  useReactivateTeamMemberMutation,
  useRemoveTeamSecondFactorMutation,
} = teamApi;
