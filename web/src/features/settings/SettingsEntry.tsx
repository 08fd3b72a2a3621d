import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { SyntheticEvent } from 'react';
import { useFormState, type Control } from 'react-hook-form';

import type { ClinicSettings } from '@/api/generated';
import { BothChanged } from '@/components/BothChanged';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { Panel } from '@/components/Panel';
import { ShowFieldChanges } from '@/components/ShowFieldChanges';
import { StaleNotice } from '@/components/StaleNotice';
import { TextInput } from '@/components/TextInput';
import { useUnsavedGuard } from '@/components/useUnsavedGuard';
import { FindingLists } from '@/features/settings/FindingLists';
import { SettingsBar } from '@/features/settings/SettingsBar';
import {
  auditHeads,
  factors,
  limits,
  settingsInWords,
  settingsLabels,
  withoutConsent,
  type SettingsForm,
} from '@/features/settings/settingsForm';
import { useSettings } from '@/features/settings/useSettings';
import { ZoneField } from '@/features/settings/ZoneField';

/** Every setting in one form. A failure keeps everything typed. */
export function SettingsEntry({ found }: { found: ClinicSettings }) {
  const {
    form,
    save,
    problem,
    stale,
    conflicts,
    loadTheirs: loadNewest,
    loadingTheirs,
    listKey,
    setListKey,
    refusedLists,
    subdomain,
  } = useSettings(found);
  const { control } = form;
  const { isDirty, isSubmitting } = useFormState({ control });
  useUnsavedGuard(isDirty);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isSubmitting) void save(event);
  };

  return (
    <Stack component="form" noValidate onSubmit={submit} spacing={2} aria-label="Clinic settings">
      <ShowFieldChanges record="clinic_settings">
        <ClinicPanel control={control} subdomain={subdomain} />
        <SigningInPanel control={control} />
        <RecordsPanel control={control} />
        <FindingLists
          control={control}
          listKey={listKey}
          onList={setListKey}
          refused={refusedLists}
        />
        {stale && (
          <StaleNotice loading={loadingTheirs} onLoad={loadNewest}>
            Somebody else changed the settings since you opened them. Load their changes, check
            them, and save again: what you changed stays.
          </StaleNotice>
        )}
        <BothChanged form={form} conflicts={conflicts} inWords={settingsInWords} />
        <SettingsBar dirty={isDirty} saving={isSubmitting} problem={problem} />
      </ShowFieldChanges>
    </Stack>
  );
}

interface PanelProps {
  control: Control<SettingsForm>;
}

function ClinicPanel({ control, subdomain }: PanelProps & { subdomain: string }) {
  return (
    <Panel title="Clinic">
      <Box sx={pair}>
        <FormText
          control={control}
          name="name"
          label={settingsLabels.name}
          required
          autoComplete="organization"
          hint="Patients read the name in mails and on forms that they sign."
        />
        <TextInput
          label="Address"
          value={
            window.location.host.startsWith(`${subdomain}.`) ? window.location.host : subdomain
          }
          readOnly
          hint="The address cannot be changed here: links that patients have would break."
        />
        <ZoneField control={control} />
        <Box sx={{ ...pair, gridTemplateColumns: '1fr 1fr' }}>
          <FormText
            control={control}
            name="opens_at"
            label={settingsLabels.opens_at}
            type="time"
            required
            hint="In the clinic's time."
          />
          <FormText
            control={control}
            name="closes_at"
            label={settingsLabels.closes_at}
            type="time"
            required
            hint="Booking outside these hours asks first."
          />
        </Box>
      </Box>
    </Panel>
  );
}

function SigningInPanel({ control }: PanelProps) {
  return (
    <Panel title="Signing in">
      <Box sx={pair}>
        <FormText
          control={control}
          name="idle_minutes"
          label={settingsLabels.idle_minutes}
          required
          inputMode="numeric"
          autoComplete="off"
          hint={`From ${limits.idle_minutes[0]} to ${limits.idle_minutes[1]}. It holds at once for everybody who is signed in.`}
        />
        <FormSelect
          control={control}
          name="second_factor"
          label={settingsLabels.second_factor}
          required
          options={factors}
          hint="A one-time code beside the password."
        />
      </Box>
    </Panel>
  );
}

function RecordsPanel({ control }: PanelProps) {
  return (
    <Panel title="Records">
      <Box sx={pair}>
        <FormText
          control={control}
          name="consent_link_days"
          label={settingsLabels.consent_link_days}
          required
          inputMode="numeric"
          autoComplete="off"
          hint={`From ${limits.consent_link_days[0]} to ${limits.consent_link_days[1]}, for links issued from now on.`}
        />
        <FormText
          control={control}
          name="exam_valid_months"
          label={settingsLabels.exam_valid_months}
          required
          inputMode="numeric"
          autoComplete="off"
          hint={`From ${limits.exam_valid_months[0]} to ${limits.exam_valid_months[1]}. After an older exam no treatment can be recorded until there is a new one.`}
        />
        <FormText
          control={control}
          name="points_expire_months"
          label={settingsLabels.points_expire_months}
          required
          inputMode="numeric"
          autoComplete="off"
          hint={`From ${limits.points_expire_months[0]} to ${limits.points_expire_months[1]}, for all points, those given before as well.`}
        />
        <FormText
          control={control}
          name="adult_age"
          label={settingsLabels.adult_age}
          required
          inputMode="numeric"
          autoComplete="off"
          hint={`From ${limits.adult_age[0]} to ${limits.adult_age[1]}. For a younger client a parent or guardian signs, and says how they are related.`}
        />
        <FormSelect
          control={control}
          name="missing_consents"
          label={settingsLabels.missing_consents}
          required
          options={withoutConsent}
          hint="The catalogue of services says which consents a service needs, and how long each counts."
        />
        <FormSelect
          control={control}
          name="audit_heads"
          label={settingsLabels.audit_heads}
          required
          options={auditHeads}
          hint="One value a day, which a changed log could not reproduce. Nobody can replace the value in the owner’s mail."
        />
      </Box>
    </Panel>
  );
}

const pair = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
  alignItems: 'start',
} as const;
