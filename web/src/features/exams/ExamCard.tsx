import type { OpenedExam } from '@/api/generated';
import { Panel } from '@/components/Panel';
import { StatusChip } from '@/components/StatusChip';
import { summarizeSaved } from '@/features/exams/findings/summary';
import { FactList, type Fact } from '@/components/FactList';
import { formatInstant, formatInstantDate } from '@/lib/dates';

interface Props {
  exam: OpenedExam;
  zone: string;
  /** Why it does not count for what is looked at, though it is not voided. */
  problem?: string | null;
}

/** The exam that cleared the patient, whole: what was found, then what was saved as normal, who signed it, and how long it counts. */
export function ExamCard({ exam, zone, problem = null }: Props) {
  const written = summarizeSaved(exam).filter(({ asked, examined }) => asked || examined);
  const whole = (systems: typeof written) =>
    systems.map(({ key, label }): Fact => {
      const texts = [exam[`ros_${key}`], exam[`pe_${key}`]].filter(Boolean);
      return [label, texts.join('\n')];
    });
  const found = whole(written.filter(({ findings }) => findings.length > 0));
  const normal = whole(written.filter(({ findings }) => findings.length === 0));
  return (
    <Panel
      title="Exam"
      actions={
        exam.voided || problem ? (
          <StatusChip tone="danger" label={exam.voided ? 'Voided' : (problem ?? '')} />
        ) : (
          <StatusChip tone="success" label="Counted" />
        )
      }
    >
      <FactList
        facts={[
          ['Signed', `${exam.examiner_name}, ${formatInstant(exam.created_at, zone)}`],
          ['Vitals', exam.vitals],
          ...found,
          ...normal,
          ['Valid', `to ${formatInstantDate(exam.valid_until, zone)}`],
          ['Addenda', exam.addenda > 0 ? String(exam.addenda) : null],
          ['Voided', exam.voided && `${exam.voided.by}: ${exam.voided.reason}`],
        ]}
      />
    </Panel>
  );
}
