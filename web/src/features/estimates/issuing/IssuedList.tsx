import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import { givenWords } from '@/api/estimateWords';
import type { IssuedVersion } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { ButtonAnchor } from '@/components/ButtonAnchor';
import { StatusChip } from '@/components/StatusChip';
import { changeWords, stateTones, stateWord } from '@/features/estimates/issuing/words';
import { useNoteAnswered } from '@/features/estimates/useNoteAnswered';
import { formatInstant } from '@/lib/dates';
import { dollars } from '@/lib/dollars';

interface Props {
  estimateId: number;
  issues: readonly IssuedVersion[];
}

/** Every version that was issued, newest first: how it was given, whether the patient has it, and what was asked. */
export function IssuedList({ estimateId, issues }: Props) {
  const zone = useTimeZone();
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {issues.map((issue) => (
        <Box
          component="li"
          key={issue.id}
          sx={{ pb: 1, '& + &': { pt: 1.5, borderTop: 1, borderColor: 'rule' } }}
        >
          <Stack
            direction="row"
            sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1 }}
          >
            <Typography
              sx={{ fontWeight: 600 }}
            >{`Version ${issue.version}, ${dollars(issue.total)}`}</Typography>
            <StatusChip tone={stateTones[issue.state]} label={stateWord(issue.state)} />
          </Stack>
          <Typography
            variant="body2"
            color="textSecondary"
          >{`Issued ${formatInstant(issue.issued_at, zone)} by ${issue.issued_by}`}</Typography>
          {issue.changes.length > 0 && (
            <Typography
              variant="body2"
              color="textSecondary"
            >{`Changed: ${changeWords(issue.changes)}`}</Typography>
          )}
          {issue.given.map(({ how, at, by, to }) => (
            <Typography
              key={at + how}
              variant="body2"
              color="textSecondary"
            >{`Given ${givenWords[how]}${to ? ` to ${to}` : ''}${by ? ` by ${by}` : ''}, ${formatInstant(at, zone)}`}</Typography>
          ))}
          {issue.opened_at && !issue.received_at && (
            <Typography
              variant="body2"
              color="textSecondary"
            >{`Opened ${formatInstant(issue.opened_at, zone)}`}</Typography>
          )}
          {issue.received_at && (
            <Typography
              variant="body2"
              color="success"
            >{`Received, says ${issue.received_by ?? 'the patient'}, ${formatInstant(issue.received_at, zone)}`}</Typography>
          )}
          {issue.has_file && (
            <ButtonAnchor
              href={`/api/gfe-estimate/${estimateId}/issues/${issue.version}/file`}
              target="_blank"
              rel="noreferrer"
              aria-label={`PDF of version ${issue.version}`}
              style={{ marginLeft: -12, paddingInline: 12 }}
            >
              PDF
            </ButtonAnchor>
          )}
          {issue.questions.map((question) => (
            <Question key={question.id} question={question} zone={zone} />
          ))}
        </Box>
      ))}
    </Box>
  );
}

function Question({
  question,
  zone,
}: {
  question: IssuedVersion['questions'][number];
  zone: string;
}) {
  const { may } = usePermissions();
  const { noting, noteAnswered } = useNoteAnswered(question.id);
  return (
    <Box
      sx={{
        mt: 1,
        p: 1.5,
        borderRadius: 1,
        bgcolor: question.answered_at ? undefined : 'warning.light',
      }}
    >
      <Typography
        variant="body2"
        color="textSecondary"
      >{`Asked ${formatInstant(question.asked_at, zone)}`}</Typography>
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {question.question}
      </Typography>
      {question.answered_at ? (
        <Typography
          variant="body2"
          color="textSecondary"
        >{`Answered, says ${question.answered_by ?? 'a member'}, ${formatInstant(question.answered_at, zone)}`}</Typography>
      ) : (
        may('estimate.issue') && (
          <Button variant="outlined" loading={noting} onClick={() => void noteAnswered()}>
            Mark as answered
          </Button>
        )
      )}
    </Box>
  );
}
