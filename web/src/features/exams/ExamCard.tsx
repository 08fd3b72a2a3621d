import type { OpenedExam } from '@/api/generated';
import { Panel } from '@/components/Panel';
import { StatusChip } from '@/components/StatusChip';
import { systems } from '@/features/exams/systems';
import { FactList, type Fact } from '@/components/FactList';
import { formatInstant, formatInstantDate } from '@/lib/dates';

interface Props {
  exam: OpenedExam;
  zone: string;
  /** Why it does not count for what is looked at, though it is not voided. */
  problem?: string | null;
}

/** The exam that cleared the patient: what was found, who signed it, and how long it counts. */
export function ExamCard({ exam, zone, problem = null }: Props) {
  const found = systems.flatMap(({ key, label }): Fact[] => {
    const texts = [exam[`ros_${key}`], exam[`pe_${key}`]].filter(Boolean);
    return texts.length > 0 ? [[label, texts.join('\n')]] : [];
  });
  return (
    <Panel title="Exam" actions={exam.voided || problem ? <StatusChip tone="danger" label={exam.voided ? 'Voided' : problem ?? ''} /> : <StatusChip tone="success" label="Counted" />}>
      <FactList facts={[
        ['Signed', `${exam.examiner_name}, ${formatInstant(exam.created_at, zone)}`],
        ['Vitals', exam.vitals],
        ...found,
        ['Valid', `to ${formatInstantDate(exam.valid_until, zone)}`],
        ['Addenda', exam.addenda > 0 ? String(exam.addenda) : null],
        ['Voided', exam.voided && `${exam.voided.by}: ${exam.voided.reason}`],
      ]} />
    </Panel>
  );
}
