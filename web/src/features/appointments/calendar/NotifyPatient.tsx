import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

import { useShowAppointmentQuery, type MessageReason } from '@/api/generated';

/** Why no message is sent, as the end of a sentence. */
const reasons: Partial<Record<MessageReason, string>> = {
  switched_off: 'the clinic sends no message about this.',
  no_address: 'there is no e-mail address in the record.',
  not_wanted: 'the patient wants no e-mails.',
  past: 'its time has passed.',
};

interface Props {
  visit: number;
  about: 'moved' | 'cancelled';
  tell: boolean;
  onTell: (tell: boolean) => void;
}

/** The choice whether the patient is notified, or the reason why no message is sent anyway. */
export function NotifyPatient({ visit, about, tell, onTell }: Props) {
  const id = useId();
  const { currentData, isError } = useShowAppointmentQuery(visit);
  if (isError) return <Typography variant="body2" color="textSecondary">What the patient is told could not be loaded. It is sent as the clinic’s settings say.</Typography>;
  if (!currentData) return <Skeleton height={44} aria-label="Looking up what the patient is told" />;
  const reason = currentData.outlook?.[about];
  if (reason) return <Typography variant="body2" color="textSecondary">{`The patient is not told: ${reasons[reason] ?? 'no message can be sent.'}`}</Typography>;
  return (
    <div>
      <FormControlLabel label="Tell the patient" sx={{ minHeight: 44 }} control={<Checkbox checked={tell} onChange={(_event, is) => onTell(is)} slotProps={{ input: { 'aria-describedby': id } }} />} />
      <FormHelperText id={id} sx={{ mx: 0 }}>{tell ? words[about] : 'Nothing is sent: the patient knows already.'}</FormHelperText>
    </div>
  );
}

const words = {
  moved: 'An e-mail with the new time goes out in three minutes, so that a slip can be undone in silence.',
  cancelled: 'An e-mail that the visit is cancelled goes out in three minutes, so that a slip can be undone in silence.',
} as const;
