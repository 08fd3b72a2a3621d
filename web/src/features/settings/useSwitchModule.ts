import { asFailure } from '@/api/failure';
import { useSwitchModuleMutation, type ClinicModule } from '@/api/generated';
import { reauthenticationCancelled, useReauthentication } from '@/components/useReauthentication';
import { moduleWords } from '@/features/settings/moduleWords';
import { useNotify } from '@/lib/notices';

/** Switches a module, from the version that was shown; its notice offers Undo. */
export function useSwitchModule() {
  const [send, { isLoading }] = useSwitchModuleMutation();
  const withReauthentication = useReauthentication();
  const notify = useNotify('module');

  const change = async ({ module, version }: ClinicModule, on: boolean) => {
    const put = (from: number, wanted: boolean) =>
      withReauthentication(() =>
        send({ module, 'If-Match': String(from), moduleSwitch: { on: wanted } }).unwrap(),
      );
    const { name } = moduleWords[module];
    try {
      const changed = await put(version, on);
      notify({
        tone: 'success',
        text: `${name} is switched ${on ? 'on' : 'off'}.`,
        undo: () => put(changed.version, !on),
      });
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.code === reauthenticationCancelled.code) return;
      // The list is fetched again after a refusal too.
      const reason =
        failure.status === 412
          ? 'Somebody else has switched it meanwhile; it is shown as it is now.'
          : failure.message;
      notify({ tone: 'error', text: `${name} was not switched ${on ? 'on' : 'off'}. ${reason}` });
    }
  };

  return { change, changing: isLoading };
}
