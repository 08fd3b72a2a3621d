import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { asFailure } from '@/api/failure';
import { useEndEmergencyAccessMutation, type EmergencyRecord } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { FactList, type Fact } from '@/components/FactList';
import { PageHeader } from '@/components/PageHeader';
import { Panel } from '@/components/Panel';
import { StatusChip } from '@/components/StatusChip';
import { EventCard } from '@/features/adverse-events';
import { ExamCard } from '@/features/exams';
import { answerWords, clinicalKinds, clinicalTitles } from '@/api/clinicalWords';
import { age, formatDate, formatInstant, formatInstantDate, today } from '@/lib/dates';
import { useNotify, useSettled } from '@/lib/notices';
import { clockText, wallOf } from '@/lib/wallTime';
import { formatPhone } from '@/lib/phone';

interface Props {
  record: EmergencyRecord;
  back: { to: string; label: string };
  onEnded: () => void;
}

/** The parts of a record that matter in an emergency, and until when they can be read. */
export function EmergencyRecordView({ record, back, onEnded }: Props) {
  const zone = useTimeZone();
  const [end, { isLoading }] = useEndEmergencyAccessMutation();
  const notify = useNotify('end emergency access');
  const settled = useSettled('end emergency access');
  const finish = async () => {
    try {
      await end(record.access_id).unwrap();
      settled();
      onEnded();
    } catch (thrown) {
      notify({ tone: 'error', text: `Not ended. ${asFailure(thrown).message}` });
    }
  };
  const { birth_date } = record;
  const particulars: Fact[] = [
    ['Born', birth_date && `${formatDate(birth_date)}, ${age(birth_date, today(zone))} years old`],
    ['Phone', record.phone && formatPhone(record.phone)],
    ['Emergency contact', record.emergency_contact],
  ];
  const answers = clinicalKinds.map((kind): Fact => {
    const found = record.answers.find((answer) => answer.kind === kind);
    if (!found) return [clinicalTitles[kind], 'Never asked'];
    const entries = found.entries
      .map(({ name, note }) => (note ? `${name} (${note})` : name))
      .join('\n');
    return [
      clinicalTitles[kind],
      `${entries || answerWords[found.answer]}\nAsked ${formatInstantDate(found.asked_at, zone)}`,
    ];
  });
  return (
    <>
      <PageHeader
        title={`${record.first_name} ${record.last_name}`}
        back={back}
        subtitle={
          <StatusChip
            tone="danger"
            label={`Emergency access until ${clockText(wallOf(record.ends_at, zone))}`}
          />
        }
        actions={
          <Button variant="outlined" loading={isLoading} onClick={() => void finish()}>
            End the access
          </Button>
        }
      />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
          alignItems: 'start',
        }}
      >
        <Panel title="Allergies and health">
          {record.alerts.map((alert) => (
            <Typography key={alert} color="error" sx={{ fontWeight: 600, whiteSpace: 'pre-wrap' }}>
              {alert}
            </Typography>
          ))}
          <FactList facts={answers} />
        </Panel>
        <Panel title="Particulars">
          <FactList facts={particulars} />
        </Panel>
        {record.exam ? (
          <ExamCard exam={record.exam} zone={zone} />
        ) : (
          <Panel title="Exam">
            <Typography color="textSecondary">No exam that counts.</Typography>
          </Panel>
        )}
        {record.adverse_events.length > 0 && (
          <Panel title="Adverse events">
            {record.adverse_events.map((event) => (
              <EventCard key={event.id} event={event} zone={zone} />
            ))}
          </Panel>
        )}
        <Panel title="Treatments">
          {record.treatments.length === 0 && (
            <Typography color="textSecondary">No treatment.</Typography>
          )}
          {record.treatments.map(
            ({
              id,
              treatment_type,
              units,
              areas,
              lot,
              volumes_ml,
              notes,
              provider_name,
              created_at,
            }) => (
              <Box
                key={id}
                sx={{ '& + &': { borderTop: 1, borderColor: 'rule', mt: 1.5, pt: 1.5 } }}
              >
                <Typography
                  component="h3"
                  sx={{ fontWeight: 600 }}
                >{`${treatment_type}, ${formatInstant(created_at, zone)}`}</Typography>
                <FactList
                  facts={[
                    ['Areas', areas],
                    ['Units', units === null ? null : String(units)],
                    ['Volumes', volumes_ml],
                    ['Lot', lot],
                    ['Notes', notes],
                    ['Provider', provider_name],
                  ]}
                />
              </Box>
            ),
          )}
        </Panel>
      </Box>
    </>
  );
}
