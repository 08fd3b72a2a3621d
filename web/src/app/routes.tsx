import { memo, type ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';

import { Root } from '@/app/Root';
import { RouteError } from '@/app/RouteError';
import { PageSkeleton } from '@/components/PageSkeleton';

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
 * A screen of the staff's. It is drawn again only for a reason of its own, not with each step of the router. Its loader runs on the way
 * there and not for a change of the address's search, which is the screen's own business.
 */
function screen(title: string, load: () => Promise<Screen>) {
  const lazy = async () => {
    const { Component, ...others } = await load();
    return { Component: memo(Component), ...others };
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
      { path: 'sign-in', ...titled('Sign in'), lazy: () => import('@/features/account/SignInPage') },
      { path: 'sign-out', ...titled('Signing out'), lazy: () => import('@/features/account/SignOutPage') },
      { path: 'forgot-password', ...titled('Forgot your password'), lazy: () => import('@/features/account/ForgotPasswordPage') },
      { path: 'reset/:token', ...titled('Choose a new password'), lazy: () => import('@/features/account/ResetPasswordPage') },
      { path: 'welcome', ...titled('Welcome'), lazy: () => import('@/features/account/WelcomePage') },
      { path: 'invite/:token', ...titled('Accept your invitation'), lazy: () => import('@/features/account/AcceptInvitationPage') },
      { path: 'confirm/:token', ...titled('Confirm your address'), lazy: () => import('@/features/account/ConfirmEmailPage') },
      {
        lazy: async () => ({ Component: memo((await import('@/app/StaffArea')).StaffArea) }),
        children: [
          {
            // Around the pages alone, so that the navigation survives a page that fails.
            ErrorBoundary: RouteError,
            children: [
              { index: true, ...screen('Dashboard', () => import('@/features/dashboard/DashboardPage')) },
              { path: 'patients', ...screen('Clients', () => import('@/features/patients/PatientsPage')) },
              { path: 'patients/:id', ...screen('Patient', () => import('@/features/patients/PatientPage')) },
              { path: 'gfe/:patientId', ...screen('GFE Exam', () => import('@/features/exams/GfeExamPage')) },
              { path: 'digital-consents', ...screen('Forms', () => import('@/features/consents/ConsentTemplatesPage')) },
              { path: 'team', ...screen('Team', () => import('@/features/team/TeamPage')) },
              { path: 'gfe-estimate/:patientId', ...screen('Cost Estimate', () => import('@/features/estimates/GfeEstimatePage')) },
              { path: 'gfe-estimate/:patientId/:estimateId/versions/:version', ...screen('Cost Estimate', () => import('@/features/estimates/EstimateVersionPage')) },
              { path: 'loyalty', ...screen('Loyalty Program', () => import('@/features/loyalty/LoyaltyPage')) },
              { path: 'appointments', ...screen('Appointments', () => import('@/features/appointments/AppointmentsPage')) },
              { path: 'gfe-templates', ...screen('Clinical Records', () => import('@/features/exams/GfeTemplatesPage')) },
              { path: 'subscriptions', ...screen('Subscriptions', () => import('@/features/subscriptions/SubscriptionsPage')) },
              { path: 'pricing', ...screen('Pricing Plans', () => import('@/features/billing/PricingPage')) },
              { path: 'settings', ...screen('Clinic settings', () => import('@/features/settings/SettingsPage')) },
              { path: 'activity', ...screen('Activity log', () => import('@/features/activity/ActivityPage')) },
              { path: 'payment/success', ...screen('Payment confirmation', () => import('@/features/billing/PaymentSuccessPage')) },
              { path: '*', ...screen('Page not found', () => import('@/app/NotFoundPage')) },
            ],
          },
        ],
      },
    ],
  },
];
