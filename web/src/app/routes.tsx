import { memo, type ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';

import { Root } from '@/app/Root';
import { RouteError } from '@/app/RouteError';
import { PageSkeleton } from '@/components/PageSkeleton';

/** What a route says of itself; the title stands in the browser's tab and its history, so it names nobody. */
export interface RouteHandle {
  title: string;
}

const titled = (title: string): { handle: RouteHandle } => ({ handle: { title } });

interface Screen {
  Component: ComponentType;
  loader?: LoaderFunction;
}

/**
 * A screen of the staff's: drawn again only for a reason of its own, not with each step of the router's. Its loader asks beforehand, on
 * the way there; on the screen itself a change of the address's search is the screen's own business. `part` is the form that it draws
 * when it is here: fetched beside the page, not after it.
 */
function screen(title: string, load: () => Promise<Screen>, part?: () => Promise<unknown>) {
  // Kept, because a browser takes its time with an import, even of what is long here: a tenth of a second, on a tablet that was touched.
  let loaded: Promise<Screen> | undefined;
  const lazy = () => {
    if (loaded) return loaded;
    // The page fetches it too, and tells what fails.
    void part?.().catch(() => {});
    loaded = load().then(({ Component, ...others }) => ({ Component: memo(Component), ...others }));
    loaded.catch(() => (loaded = undefined));
    return loaded;
  };
  return { ...titled(title), shouldRevalidate: () => false, lazy };
}

/** Every screen by its address. Each loads its own code; the patient's page is an app of its own (portal.html). */
export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: PageSkeleton,
    ErrorBoundary: RouteError,
    children: [
      { path: 'sign-in', ...titled('Sign in'), lazy: () => import('@/features/auth/SignInPage') },
      { path: 'sign-out', ...titled('Signing out'), lazy: () => import('@/features/auth/SignOutPage') },
      { path: 'forgot-password', ...titled('Forgot your password'), lazy: () => import('@/features/auth/ForgotPasswordPage') },
      { path: 'reset/:token', ...titled('Choose a new password'), lazy: () => import('@/features/auth/ResetPasswordPage') },
      { path: 'welcome', ...titled('Welcome'), lazy: () => import('@/features/auth/WelcomePage') },
      { path: 'invite/:token', ...titled('Accept your invitation'), lazy: () => import('@/features/auth/AcceptInvitationPage') },
      { path: 'confirm/:token', ...titled('Confirm your address'), lazy: () => import('@/features/auth/ConfirmEmailPage') },
      {
        lazy: async () => ({ Component: memo((await import('@/app/StaffArea')).StaffArea) }),
        children: [
          {
            // A page that fails leaves the way to the others open.
            ErrorBoundary: RouteError,
            children: [
              { index: true, ...screen('Dashboard', () => import('@/features/dashboard/DashboardPage')) },
              { path: 'patients', ...screen('Clients', () => import('@/features/patients/PatientsPage')) },
              { path: 'patients/:id', ...screen('Patient', () => import('@/features/patient-record/PatientPage'), () => import('@/features/patient-record/TreatmentForm')) },
              { path: 'gfe/:patientId', ...screen('GFE Exam', () => import('@/features/gfe-exam/GfeExamPage'), () => import('@/features/gfe-exam/ExamEntry')) },
              { path: 'digital-consents', ...screen('Forms', () => import('@/features/consent-templates/ConsentTemplatesPage')) },
              { path: 'team', ...screen('Team', () => import('@/features/team/TeamPage')) },
              { path: 'gfe-estimate/:patientId', ...screen('Cost Estimate', () => import('@/features/gfe-estimate/GfeEstimatePage'), () => import('@/features/gfe-estimate/EstimateEntry')) },
              { path: 'gfe-estimate/:patientId/:estimateId/versions/:version', ...screen('Cost Estimate', () => import('@/features/gfe-estimate/EstimateVersionPage')) },
              { path: 'loyalty', ...screen('Loyalty Program', () => import('@/features/loyalty/LoyaltyPage'), () => import('@/features/loyalty/RuleForm')) },
              { path: 'appointments', ...screen('Appointments', () => import('@/features/appointments/AppointmentsPage'), () => import('@/features/appointments/ScheduleForm')) },
              { path: 'gfe-templates', ...screen('Clinical Records', () => import('@/features/gfe-templates/GfeTemplatesPage')) },
              { path: 'subscriptions', ...screen('Subscriptions', () => import('@/features/subscriptions/SubscriptionsPage'), () => import('@/features/subscriptions/SubscriptionForm')) },
              { path: 'pricing', ...screen('Pricing Plans', () => import('@/features/pricing/PricingPage')) },
              { path: 'settings', ...screen('Clinic settings', () => import('@/features/settings/SettingsPage'), () => import('@/features/settings/SettingsEntry')) },
              { path: 'activity', ...screen('Activity log', () => import('@/features/activity/ActivityPage')) },
              { path: 'payment/success', ...screen('Payment confirmation', () => import('@/features/payment/PaymentSuccessPage')) },
              { path: '*', ...screen('Page not found', () => import('@/app/NotFoundPage')) },
            ],
          },
        ],
      },
    ],
  },
];
