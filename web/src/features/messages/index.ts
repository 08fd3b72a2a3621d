/** What patients are told of their visits by mail and text: what is sent and when, in which words, and what one patient was sent. */
import { lazyDialog } from '@/components/lazyDialog';

export { messageInWords, stateInWords } from '@/features/messages/kinds';
export { RecallsPanel } from '@/features/messages/RecallsPanel';
export const MessagesDialog = lazyDialog(
  async () => (await import('@/features/messages/MessagesDialog')).MessagesDialog,
);
