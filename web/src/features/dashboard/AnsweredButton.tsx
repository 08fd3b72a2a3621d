import { WordButton } from '@/components/WordButton';
import { useNoteAnswered } from '@/features/estimates';

/** Notes that a question about an estimate is answered: it is no longer on Today then. */
export function AnsweredButton({ question, of }: { question: number; of: string }) {
  const { noting, noteAnswered } = useNoteAnswered(question);
  return (
    <WordButton
      label="Mark as answered"
      name={`Mark as answered: ${of}`}
      onPress={() => void (noting || noteAnswered())}
    />
  );
}
