import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import {
  useLazyShowClinicSettingsQuery,
  useUpdateClinicSettingsMutation,
  type ClinicSettings,
} from '@/api/generated';
import { reauthenticationCancelled, useReauthentication } from '@/components/useReauthentication';
import { findingLists, listProblems } from '@/features/settings/findingLists';
import {
  fromSettings,
  mergedFields,
  plainFields,
  settingsForm,
  toNewSettings,
  type SettingsForm,
} from '@/features/settings/settingsForm';
import { mergeWithConflicts, type Conflict } from '@/lib/mergeChanges';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

const nothing: ReadonlyMap<string, string> = new Map();

/** The state of the settings form: all are saved at once, with a check against somebody else's change. */
export function useSettings(found: ClinicSettings) {
  const [saved, setSaved] = useState(found);
  const [problem, setProblem] = useState('');
  const [stale, setStale] = useState(false);
  /** What both changed, once their changes are loaded. */
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [listKey, setListKey] = useState(findingLists[0]?.key ?? '');
  /** The server's message for each list. */
  const [refusedLists, setRefusedLists] = useState(nothing);
  const [update] = useUpdateClinicSettingsMutation();
  const [lookUp, lookingUp] = useLazyShowClinicSettingsQuery();
  const withReauthentication = useReauthentication();
  const notify = useNotify('settings');
  const form = useForm<SettingsForm>({
    resolver: zodResolver(settingsForm),
    defaultValues: fromSettings(found),
  });
  const { handleSubmit, reset, setError, getValues } = form;

  /** Opens the first list with a problem and names it. */
  const pointTo = (lists: ReadonlyMap<string, string>) => {
    const list = findingLists.find(({ key }) => lists.has(key));
    if (!list) return '';
    setListKey(list.key);
    return `The list “${list.label}” needs another look: ${lists.get(list.key) ?? ''}`;
  };

  /** Saves the settings as they were before a change. What is being typed stays. */
  const undoSave = async (before: ClinicSettings, changed: ClinicSettings) => {
    const answer = await withReauthentication(() =>
      update({
        'If-Match': String(changed.version),
        newClinicSettings: toNewSettings(fromSettings(before)),
      }).unwrap(),
    );
    mergeWithConflicts(form, fromSettings(changed), fromSettings(answer), mergedFields);
    setSaved(answer);
  };

  const send = async (typed: SettingsForm) => {
    try {
      const answer = await withReauthentication(() =>
        update({
          'If-Match': String(saved.version),
          newClinicSettings: toNewSettings(typed),
        }).unwrap(),
      );
      setSaved(answer);
      setStale(false);
      setConflicts([]);
      reset(fromSettings(answer));
      notify({
        tone: 'success',
        text: 'Clinic settings saved.',
        undo: () => undoSave(saved, answer),
      });
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.status === 412) return setStale(true);
      const lists = new Map(
        Object.entries(failure.fields).filter(([name]) => name.startsWith('findings.')),
      );
      setRefusedLists(lists);
      const reason = pointTo(lists) || applyServerErrors(failure, setError, plainFields);
      setProblem(
        [
          'Not saved yet.',
          reason === 'Request failed' ? 'Everything you entered is still here.' : reason,
        ]
          .filter(Boolean)
          .join(' '),
      );
      if (failure.code !== reauthenticationCancelled.code)
        notify({ tone: 'error', text: 'The settings could not be saved. Please try again.' });
    }
  };

  const save = handleSubmit(
    async (typed) => {
      setProblem('');
      setRefusedLists(nothing);
      await send(typed);
    },
    ({ findings, ...others }) => {
      const list = findings ? pointTo(listProblems(getValues('findings'))) : '';
      setProblem(
        [
          'Not saved yet.',
          Object.keys(others).length > 0 ? 'Some entries need another look.' : '',
          list,
        ]
          .filter(Boolean)
          .join(' '),
      );
    },
  );

  const loadNewest = async () => {
    try {
      const theirs = await lookUp().unwrap();
      const both = mergeWithConflicts(
        form,
        fromSettings(saved),
        fromSettings(theirs),
        mergedFields,
        conflicts,
      );
      setConflicts(both);
      setSaved(theirs);
      setStale(false);
      setProblem(
        `Their changes are loaded, and what you changed is still here. Please check the settings${both.length > 0 ? ', above all what both of you changed,' : ''} and save them.`,
      );
    } catch (thrown) {
      console.error('The changed settings could not be loaded:', asFailure(thrown).status);
      setProblem('Their changes could not be loaded. Please try again.');
    }
  };

  return {
    form,
    save,
    problem,
    stale,
    conflicts,
    loadTheirs: loadNewest,
    loadingTheirs: lookingUp.isFetching,
    listKey,
    setListKey,
    refusedLists,
    subdomain: saved.subdomain,
  };
}
