import { Outlet, ScrollRestoration } from 'react-router';

import { Notices } from '@/app/Notices';
import { UnsavedPrompt } from '@/app/UnsavedPrompt';
import { usePageTitle } from '@/app/usePageTitle';

/** What every page has, the staff's and the patient's: a title, a place for notices, a question before typed work is lost. */
export function Root() {
  const title = usePageTitle();
  return (
    <>
      <title>{title === 'Celadon' ? title : `${title} · Celadon`}</title>
      <Outlet />
      <Notices />
      <UnsavedPrompt />
      <ScrollRestoration />
    </>
  );
}
