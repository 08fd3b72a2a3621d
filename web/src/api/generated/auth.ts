// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  AcceptInvitationApiResponse,
  AcceptInvitationApiArg,
  ConfirmEmailApiResponse,
  ConfirmEmailApiArg,
  RequestPasswordResetApiResponse,
  RequestPasswordResetApiArg,
  TakeOverApiResponse,
  TakeOverApiArg,
  LoginApiResponse,
  LoginApiArg,
  LogoutApiResponse,
  LogoutApiArg,
  ChangePasswordApiResponse,
  ChangePasswordApiArg,
  ProveIdentityApiResponse,
  ProveIdentityApiArg,
  ResetPasswordApiResponse,
  ResetPasswordApiArg,
  ShowSessionApiResponse,
  ShowSessionApiArg,
  ListSignInsApiResponse,
  ListSignInsApiArg,
  EndSignInApiResponse,
  EndSignInApiArg,
  BeginSecondFactorApiResponse,
  BeginSecondFactorApiArg,
  ConfirmSecondFactorApiResponse,
  ConfirmSecondFactorApiArg,
  RenewRecoveryCodesApiResponse,
  RenewRecoveryCodesApiArg,
  RemoveSecondFactorApiResponse,
  RemoveSecondFactorApiArg,
} from "./types";

export const authApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      acceptInvitation: build.mutation<
        AcceptInvitationApiResponse,
        AcceptInvitationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/auth/accept-invite`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["auth"],
      }),
      confirmEmail: build.mutation<ConfirmEmailApiResponse, ConfirmEmailApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/auth/confirm-email`,
            method: "POST",
            body: queryArg,
          }),
          invalidatesTags: ["auth"],
        },
      ),
      requestPasswordReset: build.mutation<
        RequestPasswordResetApiResponse,
        RequestPasswordResetApiArg
      >({
        query: (queryArg) => ({
          url: `/api/auth/forgot`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["auth"],
      }),
      takeOver: build.mutation<TakeOverApiResponse, TakeOverApiArg>({
        query: (queryArg) => ({
          url: `/api/auth/hand-over`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["auth"],
      }),
      login: build.mutation<LoginApiResponse, LoginApiArg>({
        query: (queryArg) => ({
          url: `/api/auth/login`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["auth"],
      }),
      logout: build.mutation<LogoutApiResponse, LogoutApiArg>({
        query: () => ({ url: `/api/auth/logout`, method: "POST" }),
        invalidatesTags: ["auth"],
      }),
      changePassword: build.mutation<
        ChangePasswordApiResponse,
        ChangePasswordApiArg
      >({
        query: (queryArg) => ({
          url: `/api/auth/password`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["auth"],
      }),
      proveIdentity: build.mutation<
        ProveIdentityApiResponse,
        ProveIdentityApiArg
      >({
        query: (queryArg) => ({
          url: `/api/auth/prove`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["auth"],
      }),
      resetPassword: build.mutation<
        ResetPasswordApiResponse,
        ResetPasswordApiArg
      >({
        query: (queryArg) => ({
          url: `/api/auth/reset`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["auth"],
      }),
      showSession: build.query<ShowSessionApiResponse, ShowSessionApiArg>({
        query: () => ({ url: `/api/auth/session` }),
        providesTags: ["auth"],
      }),
      listSignIns: build.query<ListSignInsApiResponse, ListSignInsApiArg>({
        query: () => ({ url: `/api/auth/sessions` }),
        providesTags: ["auth"],
      }),
      endSignIn: build.mutation<EndSignInApiResponse, EndSignInApiArg>({
        query: (queryArg) => ({
          url: `/api/auth/sessions/${encodeURIComponent(String(queryArg))}`,
          method: "DELETE",
        }),
        invalidatesTags: ["auth"],
      }),
      beginSecondFactor: build.mutation<
        BeginSecondFactorApiResponse,
        BeginSecondFactorApiArg
      >({
        query: (queryArg) => ({
          url: `/api/auth/totp`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["auth"],
      }),
      confirmSecondFactor: build.mutation<
        ConfirmSecondFactorApiResponse,
        ConfirmSecondFactorApiArg
      >({
        query: (queryArg) => ({
          url: `/api/auth/totp/confirm`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["auth"],
      }),
      renewRecoveryCodes: build.mutation<
        RenewRecoveryCodesApiResponse,
        RenewRecoveryCodesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/auth/totp/recovery-codes`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["auth"],
      }),
      removeSecondFactor: build.mutation<
        RemoveSecondFactorApiResponse,
        RemoveSecondFactorApiArg
      >({
        query: (queryArg) => ({
          url: `/api/auth/totp/remove`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["auth"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useAcceptInvitationMutation,
  useConfirmEmailMutation,
  useRequestPasswordResetMutation,
  useTakeOverMutation,
  useLoginMutation,
  useLogoutMutation,
  useChangePasswordMutation,
  useProveIdentityMutation,
  useResetPasswordMutation,
  useShowSessionQuery,
  useLazyShowSessionQuery,
  useListSignInsQuery,
  useLazyListSignInsQuery,
  useEndSignInMutation,
  useBeginSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useRenewRecoveryCodesMutation,
  useRemoveSecondFactorMutation,
} = authApi;
