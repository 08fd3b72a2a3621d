import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import type { Estimate, LegalTexts } from '@/api/generated';
import { SignaturePicture } from '@/components/signature/SignaturePicture';
import { acknowledgement, disclaimers, meaningOf } from '@/features/estimates/disclaimers';
import type { EstimateForm } from '@/features/estimates/estimateForm';
import { LinesTable } from '@/features/estimates/LinesTable';
import { areas } from '@/features/estimates/priceList';
import { formatDate } from '@/lib/dates';

interface Props {
  form: EstimateForm;
  /** The saved estimate with its signatures; a new signature in the form takes precedence. */
  onRecord: Estimate | null;
  clinic: string;
  /** Marks the paper as a draft. */
  unsaved?: boolean;
  /** The clinic's own wording, once it is known. */
  texts?: LegalTexts | undefined;
}

/** An estimate to read and to print, with the disclaimers that the law requires and its signatures. */
export function EstimateSheet({ form, onRecord, clinic, unsaved = false, texts }: Props) {
  const {
    pt_name,
    pt_dob,
    prov_name,
    est_date,
    expected_duration,
    notes,
    pt_sig,
    pt_sig_date,
    prov_sig,
    prov_sig_date,
  } = form;
  return (
    <Stack spacing={3} component="article" aria-label="Estimate">
      <GlobalStyles styles={paper} />
      <Box sx={{ display: 'none', displayPrint: 'block' }}>
        <Typography color="textSecondary">{clinic}</Typography>
        <Typography variant="h1" component="p">
          Good Faith Estimate
        </Typography>
        {unsaved && <Typography sx={{ fontWeight: 600 }}>Draft, not saved</Typography>}
        {onRecord?.voided && (
          <Typography
            sx={{ fontWeight: 600 }}
          >{`Voided by ${onRecord.voided.by}. Reason: ${onRecord.voided.reason}`}</Typography>
        )}
        {onRecord?.voided?.signature && (
          <SignaturePicture
            png={onRecord.voided.signature}
            label={`Signature of ${onRecord.voided.by}`}
          />
        )}
      </Box>
      <Box component="dl" sx={facts}>
        <Fact name="Patient" value={`${pt_name}, born ${formatDate(pt_dob)}`} />
        <Fact name="Provider" value={prov_name} />
        <Fact name="Date of estimate" value={formatDate(est_date)} />
        <Fact name="Expected duration" value={expected_duration || '—'} />
      </Box>
      <LinesTable lines={areas.map(({ key, label }) => ({ label, line: form[key] }))} />
      {notes && (
        <div>
          <Typography variant="h3" component="h2" gutterBottom>
            Notes
          </Typography>
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{notes}</Typography>
        </div>
      )}
      <Box component="ul" sx={{ my: 0, pl: 2.5, typography: 'body2', '& li + li': { mt: 0.5 } }}>
        {(texts ? meaningOf(texts) : disclaimers).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </Box>
      {texts && (
        <div>
          <Typography variant="h3" component="h2" gutterBottom>
            How to dispute a bill
          </Typography>
          <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {texts.how_to_dispute}
          </Typography>
        </div>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          breakInside: 'avoid',
        }}
      >
        <Signed
          who="Patient"
          name={pt_name}
          png={pt_sig || onRecord?.pt_sig}
          isSigned={onRecord?.pt_is_signed}
          date={pt_sig_date}
        />
        <Signed
          who="Provider"
          name={prov_name}
          png={prov_sig || onRecord?.prov_sig}
          isSigned={onRecord?.prov_is_signed}
          date={prov_sig_date}
        />
      </Box>
      <Typography variant="body2" color="textSecondary">
        {acknowledgement}
      </Typography>
    </Stack>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <Typography component="dt" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {value}
      </Box>
    </div>
  );
}

interface SignedProps {
  who: string;
  name: string;
  png: string | null | undefined;
  /** It is signed, also where this role does not see the picture. */
  isSigned: boolean | undefined;
  date: string;
}

function Signed({ who, name, png, isSigned, date }: SignedProps) {
  const picture = () => {
    if (png) return <SignaturePicture png={png} label={`Signature of ${name}`} />;
    if (isSigned)
      return (
        <Typography>
          Signed. The signature is on record; this copy is without its picture.
        </Typography>
      );
    // An unsigned estimate is printed with a line to sign on.
    return <Box sx={{ height: 72, borderBottom: 1, maxWidth: 400 }} />;
  };
  return (
    <div>
      <Typography variant="h3" component="h2" gutterBottom>{`${who} signature`}</Typography>
      {picture()}
      <Typography
        color="textSecondary"
        sx={{ mt: 0.5 }}
      >{`${name}, ${formatDate(date)}`}</Typography>
    </div>
  );
}

const paper = { '@page': { size: 'letter', margin: '0.6in' } } as const;
const facts = {
  m: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
} as const;
