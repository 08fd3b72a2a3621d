import type { Dispatch } from '@reduxjs/toolkit';

import { generatedApi, type Session } from '@/api/generated';

/** These calls answer the session itself; asking for it again would show the old one meanwhile. */
const rememberSession = {
  invalidatesTags: [],
  onQueryStarted: async (_arg: unknown, { dispatch, queryFulfilled }: { dispatch: Dispatch<never>; queryFulfilled: Promise<{ data: Session }> }) => {
    const answer = await queryFulfilled.catch(() => null);
    if (answer) (dispatch as (action: unknown) => unknown)(generatedApi.util.upsertQueryData('showSession', undefined, answer.data));
  },
};

/**
 * The generated tags refetch what lies in the same feature. What one feature changes in another is written here by hand,
 * because a lost refetch shows stale records and nothing fails.
 */
generatedApi.enhanceEndpoints({
  addTagTypes: ['auth', 'team', 'exams', 'treatments', 'consents', 'patients', 'loyalty', 'appointments', 'clinic', 'billing', 'subscriptions'],
  endpoints: {
    // What the plan allows is used up by patients and by members of the team.
    createPatient: { invalidatesTags: ['patients', 'billing'] },
    // Who is in the team can be booked.
    createTeamMember: { invalidatesTags: ['team', 'appointments', 'billing'] },
    // One's own name and role stand in the account menu; who may approve decides what waits for whose approval.
    updateTeamMember: { invalidatesTags: ['team', 'auth', 'treatments', 'appointments', 'billing'] },
    // With a director in force, what others recorded may be approved, and one's own no longer.
    confirmTeamMember: { invalidatesTags: ['team', 'treatments'] },
    // A director without a second factor waits for a confirmation again.
    removeTeamSecondFactor: { invalidatesTags: ['team', 'treatments'] },
    deleteTeamMember: { invalidatesTags: ['team', 'treatments', 'appointments', 'billing'] },
    // A form starts from it, so it is asked for anew each time; one remembered from an earlier visit may be old.
    showEstimate: { keepUnusedDataFor: 0 },
    // An answer of 409 'exam_missing' means that the exam we remember is gone; ask again.
    // A treatment that is recorded earns its patient points.
    createTreatment: { invalidatesTags: (_answer, failure) => (failure ? ['exams'] : ['treatments', 'loyalty']) },
    // A refused approval is mostly one that somebody else has given meanwhile.
    approveTreatment: { invalidatesTags: ['treatments'] },
    // The clinic's name, zone and idle time come with the session; how long an exam counts comes with the exam.
    updateClinicSettings: { invalidatesTags: (_answer, failure) => (failure ? [] : ['clinic', 'auth', 'exams']) },
    // The plan follows from the subscriptions, and both from what the payment provider says.
    createSubscription: { invalidatesTags: ['subscriptions', 'billing'] },
    refreshBilling: { invalidatesTags: (answer) => (answer?.refreshed ? ['subscriptions', 'billing'] : []) },
    // The banner over the pages goes with it.
    confirmEmail: { invalidatesTags: ['billing'] },
    // Only a mail is sent.
    sendConfirmationAgain: { invalidatesTags: [] },
    // These only lead away.
    createCheckoutSession: { invalidatesTags: [] },
    createPortalSession: { invalidatesTags: [] },
    login: rememberSession,
    acceptInvitation: rememberSession,
    takeOver: rememberSession,
    // Sample patients and appointments go with it, and what is told of them.
    removeSampleData: { invalidatesTags: ['clinic', 'patients', 'appointments'] },
    proveIdentity: rememberSession,
    // In force only once it is confirmed.
    beginSecondFactor: { invalidatesTags: [] },
    // These leave the session as it is, or end it: no reason to ask for it.
    logout: { invalidatesTags: [] },
    changePassword: { invalidatesTags: [] },
    requestPasswordReset: { invalidatesTags: [] },
    resetPassword: { invalidatesTags: [] },
  },
});
