import type { ReactNode } from 'react';

import type { Session } from '@/api/generated';
import { permissionsOf } from '@/api/usePermissions';
import { ReviewCount } from '@/app/ReviewCount';
import { openSections, protocols, review, type Section } from '@/app/sections';
import { paths } from '@/lib/paths';

export interface CountedSection extends Section {
  /** Beside the label: how much waits there. */
  count?: ReactNode;
}

/** The entries that are links for a member. */
export function sectionsOf(session: Session): readonly CountedSection[] {
  const open = openSections(session.modules);
  const { may } = permissionsOf(session);
  const reviewing = may('treatment.approve') ? [{ ...review, count: <ReviewCount /> }] : [];
  const keeping = session.modules.includes('protocols') && may('protocol.read') ? [protocols] : [];
  const after = open.findIndex(({ to }) => to === paths.examTemplates) + 1;
  return [...open.slice(0, after), ...reviewing, ...keeping, ...open.slice(after)];
}
