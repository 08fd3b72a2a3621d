import type { ReactNode } from 'react';

import type { Session } from '@/api/generated';
import { permissionsOf } from '@/api/usePermissions';
import { Count } from '@/app/Count';
import { openSections, protocols, review, type Section } from '@/app/sections';
import { paths } from '@/lib/paths';

export interface CountedSection extends Section {
  /** Beside the label: how much waits there. */
  count?: ReactNode;
}

/** The entries that are links for a member. */
export function sectionsOf(session: Session): readonly CountedSection[] {
  const { may } = permissionsOf(session);
  const answering = session.modules.includes('online_booking') && may('appointment.update');
  const open = openSections(session.modules).map((section): CountedSection =>
    answering && section.to === paths.appointments
      ? { ...section, count: <Count of="requests" /> }
      : section,
  );
  const reviewing = may('treatment.approve') ? [{ ...review, count: <Count of="review" /> }] : [];
  const keeping = session.modules.includes('protocols') && may('protocol.read') ? [protocols] : [];
  const after = open.findIndex(({ to }) => to === paths.examTemplates) + 1;
  return [...open.slice(0, after), ...reviewing, ...keeping, ...open.slice(after)];
}
