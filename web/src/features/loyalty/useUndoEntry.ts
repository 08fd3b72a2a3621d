import { asFailure } from '@/api/failure';
import { useReverseLoyaltyEntryMutation, type LoyaltyEntry } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useNotify } from '@/lib/notices';

/** Announces an entry, with Undo for those who may take it back: everybody's own redemption, just made, and any entry for some. */
export function useUndoEntry(): (words: string, entry: LoyaltyEntry) => void {
  const notify = useNotify('points entry');
  const { may, mayLimited } = usePermissions();
  const [reverse] = useReverseLoyaltyEntryMutation();

  const undo = async ({ id }: LoyaltyEntry) => {
    try {
      await reverse({ id, reverseEntry: { reason: 'Undone at once' } }).unwrap();
      notify({ tone: 'success', text: 'The entry was taken back.' });
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error('Taking the entry back failed', failure);
      notify({ tone: 'error', text: `Not taken back. ${failure.message}` });
    }
  };
  return (words, entry) =>
    notify({
      tone: 'success',
      text: words,
      undo:
        may('loyalty.reverse') || (entry.kind === 'redeemed' && mayLimited('loyalty.reverse'))
          ? () => undo(entry)
          : undefined,
    });
}
