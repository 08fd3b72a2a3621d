import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { ReviewChart } from '@/api/generated';
import { FactList } from '@/components/FactList';
import { Panel } from '@/components/Panel';
import { StatusChip } from '@/components/StatusChip';
import { liftedWords, protocolWords } from '@/features/protocols';
import { formatInstant } from '@/lib/dates';
import { paperForInk } from '@/theme/forcedColors';

/** What was done, as its provider signed it, with what was added since. */
export function TreatmentCard({
  chart: { treatment, addenda },
  zone,
}: {
  chart: ReviewChart;
  zone: string;
}) {
  const {
    treatment_type,
    areas,
    units,
    lot,
    volumes_ml,
    notes,
    provider_name,
    provider_signature,
    created_at,
    voided,
    protocol,
    adverse_events,
  } = treatment;
  const lifted = liftedWords(protocol);
  return (
    <Panel
      title="Treatment"
      actions={
        adverse_events > 0 && (
          <StatusChip
            tone="danger"
            label={adverse_events === 1 ? 'Adverse event' : `${adverse_events} adverse events`}
          />
        )
      }
    >
      {lifted && (
        <Alert
          severity="warning"
          sx={{ mb: 1.5, overflowWrap: 'anywhere' }}
        >{`A director let this treatment pass, although the protocol or the license did not allow it. ${lifted}`}</Alert>
      )}
      <FactList
        facts={[
          ['Treatment', treatment_type],
          ['Areas', areas],
          ['Dose', units === null ? null : `${units} U`],
          ['Volumes (mL)', volumes_ml],
          ['Lot', lot],
          ['Notes', notes],
          ['Protocol', protocolWords(protocol)],
          ['Voided', voided && `${voided.by}: ${voided.reason}`],
        ]}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1.5 }}>
        <Box
          component="img"
          src={provider_signature}
          alt={`Signature of ${provider_name}`}
          sx={{ height: 44, maxWidth: 180, borderRadius: 1, ...paperForInk }}
        />
        <Typography variant="body2">
          {provider_name}
          <br />
          {formatInstant(created_at, zone)}
        </Typography>
      </Box>
      {addenda.map(({ id, reason, text, author_name, created_at: added }) => (
        <Box key={id} sx={{ borderTop: 1, borderColor: 'rule', mt: 1.5, pt: 1.5 }}>
          <Typography
            sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
          >{`Addendum: ${reason}`}</Typography>
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Typography>
          <Typography
            variant="body2"
            color="textSecondary"
          >{`${author_name}, ${formatInstant(added, zone)}`}</Typography>
        </Box>
      ))}
    </Panel>
  );
}
