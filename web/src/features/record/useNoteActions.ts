import { asFailure } from '@/api/failure';
import {
  useChangePatientNoteMutation,
  useRemovePatientNoteMutation,
  useRestorePatientNoteMutation,
  type PatientNote,
} from '@/api/generated';
import { useNotify } from '@/lib/notices';

/** What is done to a note without a form. Each can be undone. */
export function useNoteActions(patientId: number) {
  const [change] = useChangePatientNoteMutation();
  const [remove] = useRemovePatientNoteMutation();
  const [restore] = useRestorePatientNoteMutation();
  const notify = useNotify('patient note');

  const pin = ({ id, version }: Pick<PatientNote, 'id' | 'version'>, pinned: boolean) =>
    change({
      id: patientId,
      note: id,
      'If-Match': String(version),
      patientNoteChange: { pinned },
    }).unwrap();
  const attempt = async (what: string, act: () => Promise<() => unknown>) => {
    try {
      notify({ tone: 'success', text: `${what}.`, undo: await act() });
    } catch (thrown) {
      const { status, message } = asFailure(thrown);
      // The list is fetched again after a refusal too.
      const reason =
        status === 412
          ? 'Somebody else has changed it meanwhile; it is shown as it is now.'
          : status === 404
            ? 'Somebody else has removed it meanwhile.'
            : message;
      notify({ tone: 'error', text: `${what.replace(' ', ' not ')}. ${reason}` });
    }
  };

  return {
    togglePin: (note: PatientNote) =>
      attempt(note.pinned ? 'Note unpinned' : 'Note pinned', async () => {
        const changed = await pin(note, !note.pinned);
        return () => pin(changed, note.pinned);
      }),
    remove: (note: PatientNote) =>
      attempt(note.kind === 'alert' ? 'Alert removed' : 'Note removed', async () => {
        await remove({ id: patientId, note: note.id, 'If-Match': String(note.version) }).unwrap();
        return () => restore({ id: patientId, note: note.id }).unwrap();
      }),
  };
}
