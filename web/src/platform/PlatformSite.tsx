import { lazy, Suspense, type ComponentType } from 'react';

import { HomePage } from '@/platform/HomePage';
import { NoSuchPage } from '@/platform/NoSuchPage';
import { PlatformLayout } from '@/platform/PlatformLayout';

const PricingPage = lazy(async () => ({ default: (await import('@/platform/PricingPage')).Component }));
const SignUpPage = lazy(async () => ({ default: (await import('@/platform/SignUpPage')).Component }));
const FindPage = lazy(async () => ({ default: (await import('@/platform/FindPage')).Component }));

const pages: Record<string, { title: string; Page: ComponentType }> = {
  '/': { title: 'Celadon: practice management for aesthetic clinics', Page: HomePage },
  '/pricing': { title: 'Pricing · Celadon', Page: PricingPage },
  '/sign-up': { title: 'Sign up · Celadon', Page: SignUpPage },
  '/find': { title: 'Find your clinic · Celadon', Page: FindPage },
};

/**
 * This folder is the platform's own host: what Celadon is, what it costs, signing a clinic up and finding one again. Four small pages
 * that ask for little: each is loaded by itself, without a router and without the app's store.
 */
export function PlatformSite({ path }: { path: string }) {
  const { title, Page } = pages[path.replace(/(.)\/$/, '$1')] ?? { title: 'Page not found · Celadon', Page: NoSuchPage };
  return (
    <PlatformLayout path={path}>
      <title>{title}</title>
      <Suspense fallback={null}>
        <Page />
      </Suspense>
    </PlatformLayout>
  );
}
