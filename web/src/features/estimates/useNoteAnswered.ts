import { asFailure } from '@/api/failure';
import { useAnswerEstimateQuestionMutation } from '@/api/generated';
import { useNotify } from '@/lib/notices';

/** Notes that a question about an estimate is answered, and says whether that was noted. */
export function useNoteAnswered(question: number) {
  const [answer, { isLoading: noting }] = useAnswerEstimateQuestionMutation();
  const notify = useNotify(`question ${question}`);
  const noteAnswered = async () => {
    const { error } = await answer(question);
    if (error)
      notify({
        tone: 'error',
        text: `The question was not marked as answered. ${asFailure(error).message}`,
      });
    else notify({ tone: 'success', text: 'The question is answered.' });
  };
  return { noting, noteAnswered };
}
