import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import { useCreateApiTokenMutation, type NewApiToken } from '@/api/generated';
import { FormChoices } from '@/components/FormChoices';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { useReauthentication } from '@/components/useReauthentication';
import { scopeNames, scopes } from '@/features/fhir/scopes';
import {
  newToken,
  toCreateApiToken,
  tokenFields,
  tokenForm,
  validities,
  type TokenForm,
} from '@/features/fhir/tokenForm';
import { applyServerErrors } from '@/lib/serverErrors';

const kinds = scopes.map((scope) => ({ value: scope, label: scopeNames[scope] }));

interface Props {
  onMade: (made: NewApiToken) => void;
  onClose: () => void;
}

/** Makes a token: what the other program is, what it may read, and for how long. */
export function NewTokenDialog({ onMade, onClose }: Props) {
  const withReauthentication = useReauthentication();
  const [create, creating] = useCreateApiTokenMutation();
  const [notMade, setNotMade] = useState<string>();
  const { control, handleSubmit, setError, formState } = useForm<TokenForm>({
    resolver: zodResolver(tokenForm),
    defaultValues: newToken,
  });

  const save = handleSubmit(async (typed) => {
    setNotMade(undefined);
    try {
      onMade(await withReauthentication(() => create(toCreateApiToken(typed)).unwrap()));
    } catch (thrown) {
      const reason = applyServerErrors(asFailure(thrown), setError, tokenFields);
      setNotMade(['Not made yet.', reason].filter(Boolean).join(' '));
    }
  });

  return (
    <FormDialog
      open
      title="New API token"
      submitLabel="Make token"
      submitting={creating.isLoading}
      error={notMade}
      dirty={formState.isDirty}
      onSubmit={save}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="name"
        label="Name"
        required
        autoFocus
        autoComplete="off"
        hint="The program that will use it. The activity log shows this name."
      />
      <FormChoices
        control={control}
        name="scopes"
        label="What the program may read"
        options={kinds}
      />
      <FormSelect
        control={control}
        name="valid_days"
        label="Valid for"
        options={validities}
        required
      />
    </FormDialog>
  );
}
