import { zodResolver } from '@hookform/resolvers/zod';
import Stack from '@mui/material/Stack';
import { useCallback, useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import {
  useDeleteLoyaltyRuleMutation,
  useLazyListLoyaltyRulesQuery,
  useSaveLoyaltyRuleMutation,
  type LoyaltyRule,
} from '@/api/generated';
import { Button } from '@/components/Button';
import { useFieldHint } from '@/components/fieldChanges';
import { FormSelect } from '@/components/FormSelect';
import { NotSavedYet } from '@/components/NotSavedYet';
import { ShowFieldChanges } from '@/components/ShowFieldChanges';
import { TextInput, type TextInputProps } from '@/components/TextInput';
import { useUnsavedGuard } from '@/components/useUnsavedGuard';
import {
  countPoints,
  newRule,
  readPoints,
  ruleFields,
  ruleForm,
} from '@/features/loyalty/ruleForm';
import { useOfferedDefault, useServiceChoices } from '@/features/services';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

/** Sets what a service earns. There is one rule a service: saving it again changes it. `rules` is undefined for a role that may not read them. */
export function RuleForm({ rules }: { rules: readonly LoyaltyRule[] | undefined }) {
  const {
    control,
    handleSubmit,
    reset,
    resetField,
    setError,
    setValue,
    formState: { isDirty, isSubmitting },
  } = useForm({ resolver: zodResolver(ruleForm), defaultValues: newRule });
  const {
    field: { ref, ...points },
    fieldState,
  } = useController({ control, name: 'points' });
  const chosen = useWatch({ control, name: 'service' });
  const { services, inGroups, failure: notLoaded } = useServiceChoices();
  useOfferedDefault(
    chosen,
    services,
    useCallback(
      (service: string) => resetField('service', { defaultValue: service }),
      [resetField],
    ),
  );
  const current = rules?.find(({ service }) => service === chosen);
  const [save] = useSaveLoyaltyRuleMutation();
  const [remove] = useDeleteLoyaltyRuleMutation();
  const [lookUp] = useLazyListLoyaltyRulesQuery();
  const [problem, setProblem] = useState<string>();
  const notify = useNotify();
  useUnsavedGuard(isDirty);

  // On blur the field shows the number that will be saved: a text becomes 0.
  const showNumber = () => {
    points.onBlur();
    setValue('points', String(readPoints(points.value)), { shouldDirty: true });
  };

  /** After a 412: shows what somebody else saved for this service beside what was typed, and keeps that. */
  const loadNewest = async (service: string) => {
    const theirs = (await lookUp().unwrap()).find((rule) => rule.service === service);
    setProblem(
      `Not saved yet. Somebody else has changed this rule meanwhile${theirs ? `: ${service} earns ${countPoints(theirs.points)} now` : ''}. What you typed is still here: please check it and save again.`,
    );
  };

  const submit = handleSubmit(async (rule) => {
    setProblem(undefined);
    setValue('points', String(rule.points), { shouldDirty: true });
    try {
      const saved = await save({
        newLoyaltyRule: rule,
        'If-Match': String(current?.version ?? 0),
      }).unwrap();
      reset(newRule);
      const seen = { 'If-Match': String(saved.version) };
      // Before the first rule there was none.
      const undo = () =>
        (saved.version === 1
          ? remove({ id: saved.id, ...seen })
          : save({
              newLoyaltyRule: { service: saved.service, points: current?.points ?? 0 },
              ...seen,
            })
        ).unwrap();
      notify({
        tone: 'success',
        text: `${saved.service} earns ${countPoints(saved.points)}.`,
        undo: current || saved.version === 1 ? undo : undefined,
      });
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.status === 412)
        return loadNewest(rule.service).catch(() => setProblem(failure.message));
      console.error('Saving the loyalty rule failed', failure);
      setProblem(applyServerErrors(failure, setError, ruleFields));
    }
  });

  return (
    <Stack component="form" noValidate onSubmit={submit} spacing={2.5} aria-label="Point rule">
      <ShowFieldChanges record="loyalty_rule" id={current?.id}>
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2.5}>
          <FormSelect
            control={control}
            name="service"
            label="Service"
            options={inGroups(services)}
            hint={
              notLoaded ??
              (current && `Earns ${countPoints(current.points)} now. Saving changes that.`)
            }
          />
          <PointsInput
            {...points}
            onBlur={showNumber}
            inputRef={ref}
            label="Points"
            inputMode="numeric"
            autoComplete="off"
            error={fieldState.error?.message}
          />
        </Stack>
      </ShowFieldChanges>
      {problem !== undefined && <NotSavedYet problem={problem} />}
      <Button
        type="submit"
        variant="contained"
        loading={isSubmitting}
        style={{ alignSelf: 'flex-start' }}
      >
        Save rule
      </Button>
    </Stack>
  );
}

/** The points, with who set them last. */
function PointsInput(props: TextInputProps) {
  return <TextInput {...props} hint={useFieldHint('points', undefined)} />;
}
