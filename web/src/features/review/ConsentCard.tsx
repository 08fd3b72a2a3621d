import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { ReviewChart, ChartConsent } from '@/api/generated';
import { Button } from '@/components/Button';
import { ConsentText } from '@/components/ConsentText';
import { Panel } from '@/components/Panel';
import { StatusChip } from '@/components/StatusChip';
import { ConsentTextDialog } from '@/features/review/dialogs';
import { formatInstant } from '@/lib/dates';
import { paperForInk } from '@/theme/forcedColors';

const chips = {
  present: <StatusChip tone="success" label="Signed before" />,
  missing: <StatusChip tone="danger" label="Missing" />,
  not_needed: <StatusChip tone="neutral" label="Not needed" />,
};

/** The consents that were signed for the treatment, as they were signed. */
export function ConsentCard({
  chart: { consents, ticks, missing },
  zone,
}: {
  chart: ReviewChart;
  zone: string;
}) {
  const [read, setRead] = useState<ChartConsent | null>(null);
  return (
    <Panel title="Consent" actions={chips[ticks.consent]}>
      {ticks.consent === 'missing' && (
        <Typography color="error" sx={{ mb: 1 }}>
          {missing?.startsWith('No consent')
            ? missing
            : 'A needed consent was not signed before the treatment.'}
        </Typography>
      )}
      {consents.length === 0 && (
        <Typography color="textSecondary">No consent was signed for this treatment.</Typography>
      )}
      {consents.map((consent) => (
        <Box key={consent.id} sx={{ '& + &': { borderTop: 1, borderColor: 'rule', mt: 2, pt: 2 } }}>
          <Typography
            sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
          >{`${consent.template_name}, version ${consent.template_version}`}</Typography>
          <Box sx={excerpt}>
            <ConsentText label={`Beginning of ${consent.template_name}`} html={consent.body} />
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1 }}>
            {consent.picture && (
              <Box
                component="img"
                src={consent.picture}
                alt={`Signature of ${consent.signer_name}`}
                sx={{ height: 44, maxWidth: 150, borderRadius: 1, ...paperForInk }}
              />
            )}
            <Typography variant="body2">
              {consent.signer_name}
              <br />
              {formatInstant(consent.signed_at, zone)}
            </Typography>
            <Button
              onClick={() => setRead(consent)}
              aria-label={`Full text: ${consent.template_name}`}
              style={{ marginLeft: 'auto' }}
            >
              Full text
            </Button>
          </Box>
        </Box>
      ))}
      {read && <ConsentTextDialog consent={read} onClose={() => setRead(null)} />}
    </Panel>
  );
}

/** Six lines of the text: whoever wants more opens it. */
const excerpt = {
  mt: 0.5,
  pl: 1.5,
  borderLeft: 3,
  borderColor: 'divider',
  maxHeight: 132,
  overflow: 'hidden',
  typography: 'body2',
  '& .consent-text': { fontSize: 'inherit', lineHeight: 'inherit' },
  '& h1, & h2, & h3': { fontSize: '1em', m: 0 },
} as const;
