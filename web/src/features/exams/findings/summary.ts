import type { ExamField, Part } from '@/features/exams/examForm';
import { kindOf, phrasesOf, type Kind } from '@/features/exams/findings/phrases';
import { systems, type SystemKey } from '@/features/exams/systems';

/** The texts of an exam, saved or not. */
export type Texts = Partial<Record<ExamField, string | null>>;

export interface Finding {
  system: (typeof systems)[number];
  part: Part;
  phrase: string;
  kind: Extract<Kind, 'finding' | 'note'>;
}

export interface SystemSummary {
  key: SystemKey;
  label: string;
  /** The findings, those that the patient reports first. */
  findings: Finding[];
  asked: boolean;
  examined: boolean;
  /** Whether the exam says that it left the system out. */
  deferred: boolean;
}

export function summarize(texts: Texts): SystemSummary[] {
  return systems.map((system) => {
    const phrasesIn = (part: Part) => phrasesOf(texts[`${part}_${system.key}`] ?? '').map((phrase) => ({ system, part, phrase, kind: kindOf(part, phrase) }));
    const [reported, found] = [phrasesIn('ros'), phrasesIn('pe')];
    return {
      key: system.key,
      label: system.label,
      findings: [...reported, ...found].filter((one): one is Finding => one.kind === 'finding' || one.kind === 'note'),
      asked: reported.length > 0,
      examined: found.length > 0,
      deferred: found.length > 0 && found.every(({ kind }) => kind === 'deferred'),
    };
  });
}
