import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';

import { useListClinicalAnswersInfiniteQuery, type ClinicalKind } from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { useTimeZone } from '@/api/useTimeZone';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { PartSkeleton } from '@/components/PartSkeleton';
import { ViewDialog } from '@/components/ViewDialog';
import { answerWords, clinicalTitles } from '@/api/clinicalWords';
import { formatInstant } from '@/lib/dates';

/** Every answer to one question, the newest first. */
export function ClinicalHistoryDialog({
  patientId,
  kind,
  onClose,
}: {
  patientId: number;
  kind: ClinicalKind;
  onClose: () => void;
}) {
  const zone = useTimeZone();
  const query = useListClinicalAnswersInfiniteQuery({ id: patientId, kind });
  const { data, isError } = query;
  const answers = rowsOf(data);
  return (
    <ViewDialog
      title={`${clinicalTitles[kind]}: earlier answers`}
      label="Earlier answers"
      onClose={onClose}
    >
      <QueryFailure what="The earlier answers could not be loaded." query={query} />
      {!answers && !isError && <PartSkeleton label="Loading the earlier answers" height={120} />}
      <List disablePadding>
        {answers?.map(({ version, answer, entries, asked_by, asked_at, withdrawn_at }) => (
          <ListItem key={version} disableGutters divider>
            <ListItemText
              primary={
                entries.length > 0
                  ? entries.map(({ name, note }) => (note ? `${name}: ${note}` : name)).join(', ')
                  : answerWords[answer]
              }
              secondary={`${asked_by}, ${formatInstant(asked_at, zone)}${withdrawn_at ? ` · Withdrawn ${formatInstant(withdrawn_at, zone)}, does not count` : ''}`}
              slotProps={{
                primary: {
                  sx: {
                    overflowWrap: 'anywhere',
                    ...(withdrawn_at && { textDecoration: 'line-through' }),
                  },
                },
              }}
            />
          </ListItem>
        ))}
      </List>
      <NextPageFailure what="The earlier answers could not be loaded." query={query} />
      <NextPageButton query={query} sx={{ alignSelf: 'flex-start' }}>
        Show earlier answers
      </NextPageButton>
    </ViewDialog>
  );
}
