import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';

import { asFailure } from '@/api/failure';
import { useAnswerEstimateQuestionMutation, useShowAttentionQuery } from '@/api/generated';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RowLink } from '@/components/RowLink';
import { StatusChip } from '@/components/StatusChip';
import { WordButton } from '@/components/WordButton';
import { ToneGlyph, useVisitsToday } from '@/features/appointments';
import { formsMissing, waitingGroups, type WaitingGroup } from '@/features/dashboard/attention';
import { today as todayIn } from '@/lib/dates';
import { useNotify } from '@/lib/notices';
import { refreshInterval } from '@/lib/userActivity';

const NoChartDialog = lazyDialog(async () => (await import('@/features/dashboard/NoChartDialog')).NoChartDialog);

/** How many rows of a group are drawn at first. */
const drawn = 3;

/** What waits for somebody, by what it is; each row leads to where it is done. A group with nothing is not drawn. */
export function AttentionPanel({ timeZone }: { timeZone: string }) {
  const query = useShowAttentionQuery(undefined, { pollingInterval: refreshInterval, skipPollingIfUnfocused: true });
  const { data: attention } = query;
  const { visits, now } = useVisitsToday(timeZone);
  const groups = useMemo(() => {
    if (!attention) return undefined;
    const forms = formsMissing(visits ?? [], timeZone);
    return [...(forms.rows.length > 0 ? [forms] : []), ...waitingGroups(attention, timeZone, todayIn(timeZone, new Date(now)))];
  }, [attention, visits, timeZone, now]);
  const count = groups?.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0;
  return (
    <Panel title="Needs attention" actions={count > 0 && <StatusChip tone="warning" label={String(count)} />}>
      <QueryFailure what="What needs attention could not be loaded." of={query} />
      {!groups && !query.isError && <PageSkeleton />}
      {groups?.length === 0 && <Typography color="textSecondary" role="status" sx={{ py: 1 }}>Nothing waits for you.</Typography>}
      <Box sx={{ columnWidth: 340, columnGap: 4 }}>{groups?.map((group) => <Group key={group.title} group={group} />)}</Box>
    </Panel>
  );
}

function Group({ group: { title, rows, list } }: { group: WaitingGroup }) {
  const [all, showAll] = useState(false);
  const [visit, setVisit] = useState<{ id: number; of: string }>();
  const shown = all ? rows : rows.slice(0, drawn);
  return (
    <Box component="section" aria-label={title} sx={{ breakInside: 'avoid', pb: 1.5 }}>
      <Typography component="h3" variant="caption" color="textSecondary" sx={{ fontWeight: 600 }}>{title}</Typography>
      <Box component="ul" sx={rowList}>
        {shown.map(({ key, who, what, tone, to, action, visit: id, question }) => (
          <li key={key}>
            <span className={tone}><ToneGlyph of={tone} /></span>
            <div>
              <strong>{who}</strong>
              <p>{what}</p>
              {question !== undefined && <AnsweredButton question={question} of={`${who}, ${what}`} />}
              {id !== undefined && <WordButton label="No chart needed" name={`No chart needed: ${who}, ${what}`} onPress={() => setVisit({ id, of: `${who}, ${what}` })} />}
            </div>
            <ButtonLink to={to} aria-label={`${action}: ${who}, ${what}`}>{action}</ButtonLink>
          </li>
        ))}
      </Box>
      {list && <Box><RowLink to={list.to}>{list.label}</RowLink></Box>}
      {rows.length > shown.length && <Button onClick={() => showAll(true)} aria-label={`Show ${rows.length - shown.length} more of ${title}`}>{`Show ${rows.length - shown.length} more`}</Button>}
      {visit && <NoChartDialog visit={visit.id} of={visit.of} onClose={() => setVisit(undefined)} />}
    </Box>
  );
}

/** Notes that a question about an estimate is answered; it is then no longer on Today. */
function AnsweredButton({ question, of }: { question: number; of: string }) {
  const [answer, { isLoading }] = useAnswerEstimateQuestionMutation();
  const notify = useNotify(`question ${question}`);
  const press = async () => {
    const { error } = await answer(question);
    if (error) notify({ tone: 'error', text: `That the question is answered was not noted. ${asFailure(error).message}` });
    else notify({ tone: 'success', text: 'The question is answered.' });
  };
  return <WordButton label="It is answered" name={`It is answered: ${of}`} onPress={() => void (isLoading || press())} />;
}

const rowList = {
  listStyle: 'none', m: 0, p: 0,
  '--card-ground': 'var(--mui-palette-background-paper)',
  '& li': { display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr) auto', alignItems: 'center', columnGap: 1.5, minHeight: 56, py: 0.5 },
  '& li + li': { borderTop: 1, borderColor: 'rule' },
  '& div': { overflowWrap: 'anywhere' },
  '& strong': { fontWeight: 600 },
  '& p': { m: 0, typography: 'body2', color: 'text.secondary' },
  '& .bad': { color: 'error.main' },
  '& .careful': { color: 'warning.main' },
} as const;
