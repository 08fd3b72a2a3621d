import type { RouteObject } from 'react-router';

import { Root } from '@/app/Root';
import { PageSkeleton } from '@/components/PageSkeleton';

/** What a route says of itself; the title stands in the browser's tab and its history, so it names nobody. */
export interface RouteHandle {
  title: string;
}

const titled = (title: string): { handle: RouteHandle } => ({ handle: { title } });
const routeError = async () => ({ ErrorBoundary: (await import('@/app/RouteError')).RouteError });

/** Every screen by its address. Each loads its own code; the patient's page is an app of its own (portal.html). */
export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: PageSkeleton,
    lazy: routeError,
    children: [
      { path: 'sign-in', ...titled('Sign in'), lazy: () => import('@/features/auth/SignInPage') },
      { path: 'sign-out', ...titled('Signing out'), lazy: () => import('@/features/auth/SignOutPage') },
      { path: 'forgot-password', ...titled('Forgot your password'), lazy: () => import('@/features/auth/ForgotPasswordPage') },
      { path: 'reset/:token', ...titled('Choose a new password'), lazy: () => import('@/features/auth/ResetPasswordPage') },
      { path: 'welcome', ...titled('Welcome'), lazy: () => import('@/features/auth/WelcomePage') },
      { path: 'invite/:token', ...titled('Accept your invitation'), lazy: () => import('@/features/auth/AcceptInvitationPage') },
      {
        lazy: async () => ({ Component: (await import('@/app/StaffArea')).StaffArea }),
        children: [
          {
            // A page that fails leaves the way to the others open.
            lazy: routeError,
            children: [
              { index: true, ...titled('Dashboard'), lazy: () => import('@/features/dashboard/DashboardPage') },
              { path: 'patients', ...titled('Clients'), lazy: () => import('@/features/patients/PatientsPage') },
              { path: 'patients/:id', ...titled('Patient'), lazy: () => import('@/features/patient-record/PatientPage') },
              { path: 'gfe/:patientId', ...titled('GFE Exam'), lazy: () => import('@/features/gfe-exam/GfeExamPage') },
              { path: 'digital-consents', ...titled('Forms'), lazy: () => import('@/features/consent-templates/ConsentTemplatesPage') },
              { path: 'team', ...titled('Team'), lazy: () => import('@/features/team/TeamPage') },
              { path: 'gfe-estimate/:patientId', ...titled('Cost Estimate'), lazy: () => import('@/features/gfe-estimate/GfeEstimatePage') },
              { path: 'loyalty', ...titled('Loyalty Program'), lazy: () => import('@/features/loyalty/LoyaltyPage') },
              { path: 'appointments', ...titled('Appointments'), lazy: () => import('@/features/appointments/AppointmentsPage') },
              { path: 'gfe-templates', ...titled('Clinical Records'), lazy: () => import('@/features/gfe-templates/GfeTemplatesPage') },
              { path: 'subscriptions', ...titled('Subscriptions'), lazy: () => import('@/features/subscriptions/SubscriptionsPage') },
              { path: 'pricing', ...titled('Pricing Plans'), lazy: () => import('@/features/pricing/PricingPage') },
              { path: 'settings', ...titled('Clinic settings'), lazy: () => import('@/features/settings/SettingsPage') },
              { path: 'activity', ...titled('Activity log'), lazy: () => import('@/features/activity/ActivityPage') },
              { path: 'payment/success', ...titled('Payment confirmation'), lazy: () => import('@/features/payment/PaymentSuccessPage') },
              { path: '*', ...titled('Page not found'), lazy: () => import('@/app/NotFoundPage') },
            ],
          },
        ],
      },
    ],
  },
];
