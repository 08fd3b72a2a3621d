import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import {
  useChangeServiceMutation,
  useCreateServiceMutation,
  useLazyListServicesQuery,
  type Service,
} from '@/api/generated';
import {
  changesBetween,
  fromService,
  serviceFields,
  serviceLabels,
  toNewService,
  type ServiceForm,
} from '@/features/services/serviceForm';
import { mergeChangedRow, type Conflict } from '@/lib/mergeChanges';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

interface SaveOptions {
  form: UseFormReturn<ServiceForm>;
  /** The service as it was seen last; none for a new one. */
  service: Service | undefined;
  /** Somebody else has saved a change, which is merged into the form. */
  onNewer: (service: Service) => void;
  onSaved: () => void;
}

/** Saves the form: what was changed, from the version that was seen. A failure keeps what was typed. */
export function useSaveService({ form, service, onNewer, onSaved }: SaveOptions) {
  const [create, creating] = useCreateServiceMutation();
  const [change, changing] = useChangeServiceMutation();
  const [list, looking] = useLazyListServicesQuery();
  const notify = useNotify('service');
  const [notSaved, setNotSaved] = useState<string>();
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);

  const saveChange = async (seen: Service, typed: ServiceForm) => {
    const before = fromService(seen);
    const changed = await change({
      id: seen.id,
      'If-Match': String(seen.version),
      serviceChange: changesBetween(before, typed),
    }).unwrap();
    const undo = () =>
      change({
        id: changed.id,
        'If-Match': String(changed.version),
        serviceChange: changesBetween(fromService(changed), before),
      }).unwrap();
    notify({ tone: 'success', text: `Changes to ${changed.name} saved.`, undo });
  };
  /** After a 412: takes over what somebody else saved, and keeps what was typed. */
  const loadNewest = async (seen: Service) => {
    const merged = mergeChangedRow(
      seen,
      await list(true).unwrap(),
      { form, read: fromService, labels: serviceLabels },
      conflicts,
    );
    setNotSaved(merged.words);
    setConflicts(merged.conflicts);
    onNewer(merged.row);
  };

  const save = form.handleSubmit(async (typed) => {
    setNotSaved(undefined);
    try {
      if (service) {
        try {
          await saveChange(service, typed);
        } catch (thrown) {
          if (asFailure(thrown).status !== 412) throw thrown;
          return await loadNewest(service);
        }
      } else {
        await create(toNewService(typed)).unwrap();
        notify({ tone: 'success', text: `${typed.name} added.` });
      }
      onSaved();
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error('The service was not saved:', failure.status);
      setNotSaved(
        ['Not saved yet.', applyServerErrors(failure, form.setError, serviceFields)]
          .filter(Boolean)
          .join(' '),
      );
    }
  });

  return {
    save,
    saving: creating.isLoading || changing.isLoading || looking.isFetching,
    notSaved,
    conflicts,
  };
}
