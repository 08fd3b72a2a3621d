import { memo, type ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';

import { Root } from '@/app/Root';
import { RouteError } from '@/app/RouteError';
import { PageSkeleton } from '@/components/PageSkeleton';
import { paths } from '@/lib/paths';

/** The title is shown in the browser's tab and history, so it names no patient. */
export interface RouteHandle {
  title: string;
}

const titled = (title: string): { handle: RouteHandle } => ({ handle: { title } });

interface Screen {
  Component: ComponentType;
  loader?: LoaderFunction;
}

/**
 * A screen of the staff. It is memoised, because the router renders it again with each step of a navigation. Its loader runs on the way
 * there, and not again when only the query changes.
 */
function screen(title: string, load: () => Promise<Screen>) {
  const lazy = async () => {
    const { Component, ...others } = await load();
    return { Component: memo(Component), ...others };
  };
  return { ...titled(title), shouldRevalidate: () => false, lazy };
}

/** Every screen by its path. Each loads its own code; the patient's pages are entries of their own (portal.html, book.html). */
export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: PageSkeleton,
    ErrorBoundary: RouteError,
    children: [
      {
        path: paths.signIn,
        ...titled('Sign in'),
        lazy: () => import('@/features/account/SignInPage'),
      },
      {
        path: paths.signOut,
        ...titled('Signing out'),
        lazy: () => import('@/features/account/SignOutPage'),
      },
      {
        path: paths.forgotPassword,
        ...titled('Forgot your password'),
        lazy: () => import('@/features/account/ForgotPasswordPage'),
      },
      {
        path: paths.resetPassword,
        ...titled('Choose a new password'),
        lazy: () => import('@/features/account/ResetPasswordPage'),
      },
      {
        path: paths.welcome,
        ...titled('Welcome'),
        lazy: () => import('@/features/account/WelcomePage'),
      },
      {
        path: paths.invitation,
        ...titled('Accept your invitation'),
        lazy: () => import('@/features/account/AcceptInvitationPage'),
      },
      {
        path: paths.confirmEmail,
        ...titled('Confirm your address'),
        lazy: () => import('@/features/account/ConfirmEmailPage'),
      },
      {
        lazy: async () => ({ Component: memo((await import('@/app/StaffArea')).StaffArea) }),
        children: [
          {
            // Around the pages alone, so that the navigation survives a page that fails.
            ErrorBoundary: RouteError,
            children: [
              {
                path: paths.dashboard,
                ...screen('Dashboard', () => import('@/features/dashboard/DashboardPage')),
              },
              {
                path: paths.patients,
                ...screen('Clients', () => import('@/features/patients/PatientsPage')),
              },
              {
                path: paths.duplicates,
                ...screen(
                  'Possible duplicates',
                  () => import('@/features/duplicates/DuplicatesPage'),
                ),
              },
              {
                path: paths.importClients,
                ...screen('Import Clients', () => import('@/features/imports/ImportsPage')),
              },
              {
                path: paths.patient,
                ...screen('Patient', () => import('@/features/patients/PatientPage')),
              },
              {
                path: paths.emergencyRecord,
                ...screen(
                  'Emergency access',
                  () => import('@/features/emergency-access/EmergencyRecordPage'),
                ),
              },
              {
                path: paths.exam,
                ...screen('GFE Exam', () => import('@/features/exams/GfeExamPage')),
              },
              {
                path: paths.consentTemplates,
                ...screen('Forms', () => import('@/features/consents/ConsentTemplatesPage')),
              },
              { path: paths.team, ...screen('Team', () => import('@/features/team/TeamPage')) },
              {
                path: paths.estimate,
                ...screen('Cost Estimate', () => import('@/features/estimates/GfeEstimatePage')),
              },
              {
                path: paths.estimateVersion,
                ...screen(
                  'Cost Estimate',
                  () => import('@/features/estimates/EstimateVersionPage'),
                ),
              },
              {
                path: paths.estimatesDue,
                ...screen(
                  'Estimates due',
                  () => import('@/features/estimate-clocks/EstimatesDuePage'),
                ),
              },
              {
                path: paths.loyalty,
                ...screen('Loyalty Program', () => import('@/features/loyalty/LoyaltyPage')),
              },
              {
                path: paths.appointments,
                ...screen('Appointments', () => import('@/features/appointments/AppointmentsPage')),
              },
              {
                path: paths.schedule,
                ...screen('Hours and rooms', () => import('@/features/schedule/SchedulePage')),
              },
              {
                path: paths.waitlist,
                ...screen('Waitlist', () => import('@/features/waitlist/WaitlistPage')),
              },
              {
                path: paths.messages,
                ...screen('Messages to patients', () => import('@/features/messages/MessagesPage')),
              },
              {
                path: paths.afterVisits,
                ...screen('After visits', () => import('@/features/follow-ups/AfterVisitsPage')),
              },
              {
                path: paths.review,
                ...screen('Review', () => import('@/features/review/ReviewPage')),
              },
              {
                path: paths.approvedCharts,
                ...screen('Approved charts', () => import('@/features/review/SettledPage')),
              },
              {
                path: paths.reviewSettings,
                ...screen('How we review', () => import('@/features/review/ReviewSettingsPage')),
              },
              {
                path: paths.adverseEvents,
                ...screen(
                  'Adverse events',
                  () => import('@/features/adverse-events/AdverseEventsPage'),
                ),
              },
              {
                path: paths.protocols,
                ...screen('Protocols', () => import('@/features/protocols/ProtocolsPage')),
              },
              {
                path: paths.examTemplates,
                ...screen('Clinical Records', () => import('@/features/exams/GfeTemplatesPage')),
              },
              {
                path: paths.services,
                ...screen('Services', () => import('@/features/services/ServicesPage')),
              },
              {
                path: paths.subscriptions,
                ...screen(
                  'Subscriptions',
                  () => import('@/features/subscriptions/SubscriptionsPage'),
                ),
              },
              {
                path: paths.pricing,
                ...screen('Pricing Plans', () => import('@/features/billing/PricingPage')),
              },
              {
                path: paths.settings,
                ...screen('Clinic settings', () => import('@/features/settings/SettingsPage')),
              },
              {
                path: paths.activity,
                ...screen('Activity log', () => import('@/features/activity/ActivityPage')),
              },
              {
                path: paths.emergencyAccess,
                ...screen(
                  'Emergency access',
                  () => import('@/features/emergency-access/EmergencyAccessPage'),
                ),
              },
              {
                path: paths.verifyDocument,
                ...screen(
                  'Verify a document',
                  () => import('@/features/activity/VerifyDocumentPage'),
                ),
              },
              {
                path: paths.paymentSuccess,
                ...screen(
                  'Payment confirmation',
                  () => import('@/features/billing/PaymentSuccessPage'),
                ),
              },
              { path: '*', ...screen('Page not found', () => import('@/app/NotFoundPage')) },
            ],
          },
        ],
      },
    ],
  },
];
