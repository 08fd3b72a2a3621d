import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

import { useShowAppointmentQuery, type MessageReason, type Outlook } from '@/api/generated';
import { PartSkeleton } from '@/components/PartSkeleton';

/** Why no message is sent although one could be, as the end of a sentence. */
const choices: Partial<Record<MessageReason, string>> = {
  switched_off: 'the clinic sends no message about this.',
  past: 'its time has passed.',
};

/** Why somebody cannot be reached. */
const reasons: Partial<Record<MessageReason, string>> = {
  no_address: 'there is no e-mail address in the record',
  no_number: 'there is no phone number that can be texted',
  not_wanted: 'the patient wants none',
  returned: 'mail to the address came back',
  complained: 'a mail was reported as unwanted',
  stopped: 'the number has answered STOP',
};

interface Props {
  visit: number;
  about: 'moved' | 'cancelled';
  tell: boolean;
  onTell: (tell: boolean) => void;
}

/** Asks whether the patient gets a message, by which channel and about what; or shows why none can be sent, so that somebody calls. */
export function NotifyPatient({ visit, about, tell, onTell }: Props) {
  const id = useId();
  const { currentData, isError } = useShowAppointmentQuery(visit);
  if (isError) return <Typography variant="body2" color="textSecondary">What the patient is told could not be loaded. It is sent as the clinic’s settings say.</Typography>;
  if (!currentData) return <PartSkeleton label="Looking up what the patient is told" height={44} />;
  const { outlook } = currentData;
  const reason = outlook?.[about];
  if (reason) return <Typography variant="body2" color="textSecondary">{whyNot(reason, outlook.not_texted)}</Typography>;
  const isText = outlook?.channel === 'text';
  const how = `${isText ? 'A text' : 'An e-mail'} ${words[about]} goes ${outlook?.to ? `to ${outlook.to}` : 'out'} in three minutes, so that a slip can be undone in silence.`;
  return (
    <div>
      <FormControlLabel label={`Tell the patient by ${isText ? 'text' : 'e-mail'}`} sx={{ minHeight: 44 }} control={<Checkbox checked={tell} onChange={(_event, is) => onTell(is)} slotProps={{ input: { 'aria-describedby': id } }} />} />
      <FormHelperText id={id} sx={{ mx: 0, overflowWrap: 'anywhere' }}>{tell ? how : 'Nothing is sent: the patient knows already.'}</FormHelperText>
    </div>
  );
}

function whyNot(reason: MessageReason, notTexted: Outlook['not_texted']): string {
  const choice = choices[reason];
  if (choice) return `The patient is not told: ${choice}`;
  const byText = notTexted ? `, and by text: ${reasons[notTexted] ?? 'it cannot be sent'}` : '';
  return `Nobody can be told by e-mail: ${reasons[reason] ?? 'none can be sent'}${byText}. Please call the patient.`;
}

const words = { moved: 'with the new time', cancelled: 'that the visit is cancelled' } as const;
