import { Outlet } from 'react-router';

import { Notices } from '@/app/Notices';
import { UnsavedPrompt } from '@/app/UnsavedPrompt';
import { usePageTitle } from '@/app/usePageTitle';
import { useStartAtTop } from '@/app/useStartAtTop';

/** What every page has, before and after signing in: a title, notices, and a question before unsaved work is lost. */
export function Root() {
  const title = usePageTitle();
  useStartAtTop();
  return (
    <>
      <title>{title === 'Celadon' ? title : `${title} · Celadon`}</title>
      <Outlet />
      <Notices />
      <UnsavedPrompt />
    </>
  );
}
