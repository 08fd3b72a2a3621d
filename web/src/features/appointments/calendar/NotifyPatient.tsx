import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

import { useShowAppointmentQuery, type MessageReason, type Outlook } from '@/api/generated';
import { PartSkeleton } from '@/components/PartSkeleton';
import type { Tell } from '@/features/appointments/calendar/tell';
import { formatInstant } from '@/lib/dates';
import { wallOf, type WallTime } from '@/lib/wallTime';

/** Why no message is sent although one could be, as the end of a sentence. */
const choices: Partial<Record<MessageReason, string>> = {
  switched_off: 'the clinic sends no message about this.',
  past: 'the time of the visit has passed.',
};

/** Why somebody cannot be reached. */
const reasons: Partial<Record<MessageReason, string>> = {
  no_address: 'there is no e-mail address in the record',
  no_number: 'there is no phone number that can be texted',
  not_wanted: 'the patient wants no such messages',
  returned: 'mail to the address came back',
  complained: 'a mail was reported as unwanted',
  stopped: 'the number has answered STOP',
};

interface Props {
  visit: number;
  about: 'moved' | 'cancelled';
  /** When a moved visit would begin, as it is typed: '' until it is whole. */
  start?: WallTime;
  timeZone: string;
  tell: Tell;
  onTell: (tell: Tell) => void;
}

/** Asks whether the patient gets a message, by which channel, when and about what; or shows why none can be sent, so that somebody calls. */
export function NotifyPatient({ visit, about, start, timeZone, tell, onTell }: Props) {
  const { currentData, isError } = useShowAppointmentQuery(visit);
  if (isError)
    return (
      <Typography variant="body2" color="textSecondary">
        The message to the patient could not be loaded. It is sent as the clinic’s settings say.
      </Typography>
    );
  if (!currentData)
    return <PartSkeleton label="Looking up the message to the patient" height={44} />;
  const { outlook } = currentData;
  const reason = outlook?.[about];
  const isTooLate =
    reason === 'quiet_hours' ||
    Boolean(outlook && start && wallOf(outlook.due_at, timeZone) >= start);
  const why =
    reason && reason !== 'quiet_hours'
      ? whyNot(reason, outlook.not_texted)
      : isTooLate &&
        !outlook?.is_quiet &&
        'The patient is not told: the visit begins before a message can be sent.';
  if (why)
    return (
      <Typography variant="body2" color="textSecondary">
        {why}
      </Typography>
    );
  const isText = outlook?.channel === 'text';
  const what = `${isText ? 'A text' : 'An e-mail'} ${words[about]} goes ${outlook?.to ? `to ${outlook.to}` : 'out'}`;
  const later = isTooLate
    ? 'Nothing is sent unless you send it now: the visit begins before the quiet hours end. Or call the patient.'
    : outlook?.is_quiet
      ? `${what} at ${formatInstant(outlook.due_at, timeZone)}, when the quiet hours end.`
      : `${what} in three minutes, so that a slip can be undone in silence.`;
  const how =
    tell === 'at_once'
      ? `${what} in three minutes, in the quiet hours.`
      : tell
        ? later
        : 'Nothing is sent: the patient knows already.';
  const by = `Tell the patient by ${isText ? 'text' : 'e-mail'}`;
  return (
    <Choices
      by={by}
      how={how}
      isQuiet={outlook?.is_quiet ?? false}
      isTooLate={isTooLate}
      tell={tell}
      onTell={onTell}
    />
  );
}

interface ChoicesProps extends Pick<Props, 'tell' | 'onTell'> {
  /** Asks whether the patient is told, with the channel. */
  by: string;
  /** What follows from the choice. */
  how: string;
  isQuiet: boolean;
  /** The visit begins before the quiet hours end. */
  isTooLate: boolean;
}

function Choices({ by, how, isQuiet, isTooLate, tell, onTell }: ChoicesProps) {
  const atOnce = (
    <Choice
      label="Send it now, in the quiet hours"
      checked={tell === 'at_once'}
      hint={isTooLate ? how : undefined}
      onChange={(is) => onTell(is ? 'at_once' : true)}
    />
  );
  // Nothing is sent by itself then, so that no box is ticked that says so.
  if (isTooLate)
    return (
      <div>
        {atOnce}
        {tell !== 'at_once' && (
          <Choice
            label="The patient knows already"
            checked={tell === false}
            onChange={(knows) => onTell(!knows)}
          />
        )}
      </div>
    );
  return (
    <div>
      <Choice label={by} checked={tell !== false} hint={how} onChange={onTell} />
      {tell !== false && isQuiet && atOnce}
    </div>
  );
}

function Choice({
  label,
  checked,
  hint,
  onChange,
}: {
  label: string;
  checked: boolean;
  hint?: string | undefined;
  onChange: (is: boolean) => void;
}) {
  const id = useId();
  return (
    <>
      <FormControlLabel
        label={label}
        sx={{ minHeight: 44, display: 'flex' }}
        control={
          <Checkbox
            checked={checked}
            onChange={(_event, is) => onChange(is)}
            slotProps={{ input: { 'aria-describedby': hint === undefined ? undefined : id } }}
          />
        }
      />
      {hint !== undefined && (
        <FormHelperText id={id} sx={{ mx: 0, overflowWrap: 'anywhere' }}>
          {hint}
        </FormHelperText>
      )}
    </>
  );
}

function whyNot(reason: MessageReason, notTexted: Outlook['not_texted']): string {
  const choice = choices[reason];
  if (choice) return `The patient is not told: ${choice}`;
  const byText = notTexted ? `, nor by text: ${reasons[notTexted] ?? 'no text can be sent'}` : '';
  return `The patient cannot be told by e-mail: ${reasons[reason] ?? 'no mail can be sent'}${byText}. Please call the patient.`;
}

const words = { moved: 'with the new time', cancelled: 'that the visit is cancelled' } as const;
