import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import CircularProgress from '@mui/material/CircularProgress';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';

import { fetchJson, asFailure } from '@/api/fetchJson';
import type { SignedUp } from '@/api/generated';
import { Button } from '@/components/Button';
import { PasswordInput } from '@/components/PasswordInput';
import { SelectInput } from '@/components/SelectInput';
import { TextInput } from '@/components/TextInput';
import { AddressLine } from '@/features/sign-up/AddressLine';
import {
  addressFor,
  labels,
  ownerRoles,
  problemsOf,
  timeZones,
  withLabels,
  treats,
  type OwnerRole,
  type Problems,
  type SignUpForm,
} from '@/features/sign-up/signUpForm';
import { useAvailability } from '@/features/sign-up/useAvailability';
import { passwordHint } from '@/lib/validation';

const zones = timeZones();
const empty: SignUpForm = {
  name: '',
  subdomain: '',
  time_zone: zones.own,
  first_name: '',
  last_name: '',
  email: '',
  password: '',
  role: 'Practice Manager',
  license_number: '',
  sample_data: true,
};

/** Signs up a clinic and its owner, and opens the clinic. A failure keeps everything that was typed. */
export function Component() {
  const [form, setForm] = useState(empty);
  const [ownAddress, setOwnAddress] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const paper = useRef<HTMLFormElement>(null);
  const availability = useAvailability(form.subdomain);

  const set = (change: Partial<SignUpForm>) => {
    setForm((before) => ({ ...before, ...change }));
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))),
    );
  };
  const text = (field: 'first_name' | 'last_name' | 'email' | 'password' | 'license_number') => ({
    label: labels[field],
    name: field,
    required: true,
    value: form[field],
    error: problems[field],
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
  });

  const show = (found: Problems) => {
    setProblems(found);
    const first = Object.keys(labels).find((field) => field in found);
    paper.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setRefusal(undefined);
    const found = problemsOf(form);
    if (!found.subdomain && availability?.available === false && availability.sentence)
      found.subdomain = availability.sentence;
    show(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { url } = await fetchJson<SignedUp>('/api/clinics', {
        body: { ...form, license_number: treats(form.role) ? form.license_number : null },
      });
      window.location.assign(url);
      return;
    } catch (thrown) {
      const { fields, message } = asFailure(thrown);
      show(withLabels(fields));
      if (Object.keys(fields).length === 0) setRefusal(message);
    }
    setBusy(false);
  };

  return (
    <Box sx={{ py: { xs: 2, sm: 5 }, maxWidth: 640, mx: 'auto' }}>
      <Typography variant="h1">Sign up your clinic</Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 3 }}>
        14 days to try everything. No card is asked for.
      </Typography>
      <Box
        component="form"
        noValidate
        ref={paper}
        onSubmit={(event: SyntheticEvent<HTMLFormElement>) => void submit(event)}
      >
        <Stack spacing={2.5}>
          <Sheet title="The clinic">
            <TextInput
              label={labels.name}
              name="name"
              required
              autoComplete="organization"
              value={form.name}
              error={problems.name}
              onChange={({ target: { value } }) =>
                set({ name: value, ...(!ownAddress && { subdomain: addressFor(value) }) })
              }
            />
            <div>
              <TextInput
                label={labels.subdomain}
                name="subdomain"
                required
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={form.subdomain}
                error={problems.subdomain ?? availability?.sentence ?? undefined}
                endAdornment={
                  <Box
                    component="span"
                    sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}
                  >{`.${window.location.host}`}</Box>
                }
                onChange={({ target: { value } }) => {
                  setOwnAddress(value !== '');
                  set({ subdomain: value });
                }}
              />
              <AddressLine availability={availability} />
            </div>
            <SelectInput
              label={labels.time_zone}
              name="time_zone"
              required
              options={zones.all.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
              value={form.time_zone}
              onChange={(time_zone) => set({ time_zone })}
              error={problems.time_zone}
            />
          </Sheet>
          <Sheet title="You, its owner">
            <Box
              sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
            >
              <TextInput {...text('first_name')} autoComplete="given-name" />
              <TextInput {...text('last_name')} autoComplete="family-name" />
            </Box>
            <TextInput {...text('email')} type="email" autoComplete="email" />
            <PasswordInput {...text('password')} autoComplete="new-password" hint={passwordHint} />
            <SelectInput
              label={labels.role}
              name="role"
              required
              options={ownerRoles}
              value={form.role}
              error={problems.role}
              hint="As its owner you run the clinic in every role. Choose Provider, Nurse or Medical Director if you treat patients yourself."
              onChange={(role) => set({ role: role as OwnerRole })}
            />
            {treats(form.role) && <TextInput {...text('license_number')} autoComplete="off" />}
          </Sheet>
          <FormControlLabel
            control={
              <Checkbox
                checked={form.sample_data}
                onChange={(_event, sample_data) => set({ sample_data })}
              />
            }
            label="Begin with sample patients and appointments. One click removes them."
          />
          {refusal && <Alert severity="error">{refusal}</Alert>}
          <Button
            type="submit"
            variant="contained"
            size="large"
            disabled={busy}
            startIcon={busy && <CircularProgress color="inherit" size={16} aria-hidden />}
          >
            {busy ? 'Preparing your clinic…' : 'Start the trial'}
          </Button>
        </Stack>
      </Box>
    </Box>
  );
}

function Sheet({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{ p: { xs: 2.5, sm: 4 } }}
    >
      <Typography variant="h2" id={id} sx={{ mb: 2.5 }}>
        {title}
      </Typography>
      <Stack spacing={2.5}>{children}</Stack>
    </Paper>
  );
}
