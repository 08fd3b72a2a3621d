import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import {
  useAcknowledgeAdverseEventMutation,
  useListPatientAdverseEventsInfiniteQuery,
  type AdverseEvent,
} from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { ConfirmRequestDialog } from '@/components/dialogs';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { CorrectionDialog, FollowUpDialog, ReportDialog } from '@/features/adverse-events/dialogs';
import { EventCard, type EventAct } from '@/features/adverse-events/EventCard';
import { kindWords } from '@/features/adverse-events/eventWords';
import { formatDate } from '@/lib/dates';

/** The adverse events of a patient, the latest reported first. */
export function AdverseEventsPanel({ patientId }: { patientId: number }) {
  const { may } = usePermissions();
  const zone = useTimeZone();
  const query = useListPatientAdverseEventsInfiniteQuery(
    { id: patientId },
    { skip: !may('adverse_event.read'), refetchOnMountOrArgChange: maxAgeSeconds },
  );
  const { currentData, isError } = query;
  const [reporting, setReporting] = useState(false);
  const [doing, setDoing] = useState<{ act: EventAct; event: AdverseEvent }>();
  const [acknowledge] = useAcknowledgeAdverseEventMutation();
  if (!may('adverse_event.read')) return null;
  const mayWrite = may('adverse_event.create');
  const events = rowsOf(currentData);
  const stop = () => setDoing(undefined);
  return (
    <Panel
      title="Adverse events"
      anchor="adverse-events"
      actions={
        mayWrite && (
          <Button variant="outlined" onClick={() => setReporting(true)}>
            Report an adverse event
          </Button>
        )
      }
    >
      <QueryFailure what="The adverse events could not be loaded." query={query} />
      {!events && !isError && <PartSkeleton label="Loading the adverse events" height={48} />}
      {events?.length === 0 && <Typography color="textSecondary">None reported</Typography>}
      {events?.map((event) => (
        <EventCard
          key={event.id}
          event={event}
          zone={zone}
          mayWrite={mayWrite}
          onAct={(act) => setDoing({ act, event })}
        />
      ))}
      <NextPageFailure what="The earlier adverse events could not be loaded." query={query} />
      <NextPageButton query={query}>Show earlier events</NextPageButton>
      {reporting && <ReportDialog patientId={patientId} onClose={() => setReporting(false)} />}
      {doing?.act === 'follow-up' && <FollowUpDialog event={doing.event} onClose={stop} />}
      {doing?.act === 'correct' && <CorrectionDialog event={doing.event} onClose={stop} />}
      {doing?.act === 'acknowledge' && (
        <ConfirmRequestDialog
          question="Acknowledge this adverse event?"
          detail={`${kindWords[doing.event.kind]}, began ${formatDate(doing.event.began_on)}. The record shows your name and the time.`}
          confirmLabel="Acknowledge"
          request={() => acknowledge(doing.event.id).unwrap()}
          success="Acknowledged."
          failurePrefix="Not acknowledged."
          onClose={stop}
        />
      )}
    </Panel>
  );
}
