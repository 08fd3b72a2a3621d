import { zodResolver } from '@hookform/resolvers/zod';
import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useFieldArray, useForm, useFormState, type Control } from 'react-hook-form';

import {
  useLazyShowScheduleQuery,
  useSetWorkingHoursMutation,
  type HoursOfDay,
  type ProviderChoice,
} from '@/api/generated';
import { Button } from '@/components/Button';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { hoursForm, nextSpan, toHours, type HoursForm } from '@/features/schedule/hoursForm';
import { fromHours } from '@/features/schedule/week';
import { weekdays } from '@/lib/weekdays';

interface Props {
  member: ProviderChoice;
  hours: readonly HoursOfDay[];
  onClose: () => void;
}

/** The week of a member. */
export function HoursDialog({ member, hours, onClose }: Props) {
  const [version, setVersion] = useState(hours[0]?.version ?? 0);
  const form = useForm<HoursForm>({
    resolver: zodResolver(hoursForm),
    defaultValues: fromHours(hours),
  });
  const {
    control,
    formState: { isDirty },
    getValues,
    setValue,
  } = form;
  const [send] = useSetWorkingHoursMutation();
  const [load] = useLazyShowScheduleQuery();

  // 0 for a member without hours: of two who give some at once, the second is told.
  const set = (spans: ReturnType<typeof toHours>, seen: number) =>
    send({
      memberId: member.id,
      'If-Match': String(seen),
      newWorkingHours: { hours: spans },
    }).unwrap();
  const { save, saving, notSaved } = useSaveForm<HoursForm>({
    form,
    what: 'The schedule',
    fields: ['days'],
    send: async (typed) => {
      const saved = await set(toHours(typed), version);
      const before = toHours(fromHours(hours));
      return {
        text: `The hours of ${member.name} are saved.`,
        undo: () => set(before, saved.version),
      };
    },
    loadTheirs: async () => {
      const theirs = (await load({}).unwrap()).hours.find(
        ({ member_id }) => member_id === member.id,
      );
      setVersion(theirs?.version ?? 0);
      return 'Not saved yet. Somebody else has saved other hours meanwhile. What you typed is still here: save again to replace theirs, or cancel to see them.';
    },
    onSaved: onClose,
  });
  const copyMonday = () => {
    const monday = getValues('days.0.spans');
    for (const day of [1, 2, 3, 4] as const)
      setValue(
        `days.${day}.spans`,
        monday.map((one) => ({ ...one })),
        { shouldDirty: true },
      );
  };
  return (
    <FormDialog
      open
      title={`Hours of ${member.name}`}
      submitLabel="Save hours"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography color="textSecondary">
        A day without hours is a day off. Without any hours in the week the clinic’s hours hold.
      </Typography>
      {weekdays.map((name, day) => (
        <Day
          key={name}
          control={control}
          name={name}
          day={day}
          spans={() => getValues(`days.${day}.spans`)}
        />
      ))}
      <Box>
        <Button onClick={copyMonday}>Copy Monday to Tuesday – Friday</Button>
      </Box>
    </FormDialog>
  );
}

interface DayProps {
  control: Control<HoursForm>;
  name: string;
  /** Its place in the week. */
  day: number;
  /** Its hours as they are typed now. */
  spans: () => HoursForm['days'][number]['spans'];
}

function Day({ control, name, day, spans }: DayProps) {
  const { fields, append, remove } = useFieldArray({ control, name: `days.${day}.spans` });
  const { errors } = useFormState({ control, name: `days.${day}.spans` });
  const problem = errors.days?.[day]?.spans?.root?.message;
  return (
    <Box role="group" aria-label={name} sx={row}>
      <Typography sx={{ fontWeight: 600, lineHeight: '44px' }}>{name}</Typography>
      <Stack className="spans" spacing={1.5} sx={{ minWidth: 0 }}>
        {fields.map(({ id }, index) => (
          <Box key={id} sx={{ display: 'flex', alignItems: 'start', gap: 1 }}>
            <Box sx={{ flex: 1 }}>
              <FormText
                control={control}
                name={`days.${day}.spans.${index}.opens_at`}
                label="From"
                type="time"
                required
              />
            </Box>
            <Box sx={{ flex: 1 }}>
              <FormText
                control={control}
                name={`days.${day}.spans.${index}.closes_at`}
                label="To"
                type="time"
                required
              />
            </Box>
            <IconButton
              onClick={() => remove(index)}
              aria-label={`Remove these hours of ${name}`}
              title="Remove"
            >
              <Close />
            </IconButton>
          </Box>
        ))}
        {fields.length === 0 && (
          <Typography color="textSecondary" sx={{ lineHeight: '44px' }}>
            Off
          </Typography>
        )}
        {problem && <Typography color="error">{problem}</Typography>}
      </Stack>
      <IconButton
        onClick={() => append(nextSpan(spans()))}
        aria-label={`Add hours on ${name}`}
        title="Add hours"
        color="primary"
      >
        <Add />
      </IconButton>
    </Box>
  );
}

const row = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr auto', sm: '104px 1fr auto' },
  columnGap: 1,
  alignItems: 'start',
  borderTop: 1,
  borderColor: 'rule',
  pt: 1.5,
  '& > .spans': { gridColumn: { xs: '1 / -1', sm: 'auto' }, gridRow: { xs: 2, sm: 'auto' } },
} as const;
