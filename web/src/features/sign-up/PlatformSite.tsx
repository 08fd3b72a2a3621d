import { lazy, Suspense, type ComponentType } from 'react';

import { HomePage } from '@/features/sign-up/HomePage';
import { NoSuchPage } from '@/features/sign-up/NoSuchPage';
import { PlatformLayout } from '@/features/sign-up/PlatformLayout';
import { sitePaths } from '@/features/sign-up/sitePaths';

const PricingPage = lazy(async () => ({
  default: (await import('@/features/sign-up/PricingPage')).Component,
}));
const SignUpPage = lazy(async () => ({
  default: (await import('@/features/sign-up/SignUpPage')).Component,
}));
const FindPage = lazy(async () => ({
  default: (await import('@/features/sign-up/FindPage')).Component,
}));

const pages: Record<string, { title: string; Page: ComponentType }> = {
  [sitePaths.home]: { title: 'Celadon: practice management for aesthetic clinics', Page: HomePage },
  [sitePaths.pricing]: { title: 'Pricing · Celadon', Page: PricingPage },
  [sitePaths.signUp]: { title: 'Sign up · Celadon', Page: SignUpPage },
  [sitePaths.find]: { title: 'Find your clinic · Celadon', Page: FindPage },
};

/** Renders the page of the current path. Each page is loaded by itself. */
export function PlatformSite({ path }: { path: string }) {
  const { title, Page } = pages[path.replace(/(.)\/$/, '$1')] ?? {
    title: 'Page not found · Celadon',
    Page: NoSuchPage,
  };
  return (
    <PlatformLayout path={path}>
      <title>{title}</title>
      <Suspense fallback={null}>
        <Page />
      </Suspense>
    </PlatformLayout>
  );
}
