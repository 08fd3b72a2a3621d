import type { Exam } from '@/api/generated';
import type { ExamField, Part } from '@/features/exams/examForm';
import { kindOf, phrasesOf, type Kind, type Reading } from '@/features/exams/findings/phrases';
import { systems, type SystemKey } from '@/features/exams/systems';

/** The texts of an exam that is being written. */
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

/** An exam that is being written, by the meaning of each phrase. */
export function summarize(texts: Texts, reading: Reading): SystemSummary[] {
  return systems.map((system) => {
    const phrasesIn = (part: Part) =>
      phrasesOf(texts[`${part}_${system.key}`] ?? '').map((phrase) => ({
        system,
        part,
        phrase,
        kind: kindOf(part, phrase, reading),
      }));
    const [reported, found] = [phrasesIn('ros'), phrasesIn('pe')];
    return {
      key: system.key,
      label: system.label,
      findings: [...reported, ...found].filter(
        (one): one is Finding => one.kind === 'finding' || one.kind === 'note',
      ),
      asked: reported.length > 0,
      examined: found.length > 0,
      deferred: found.length > 0 && found.every(({ kind }) => kind === 'deferred'),
    };
  });
}

/** What of a saved exam says how it is read: its texts, and which of them were saved as normal or as left out. */
export type SavedExam = Pick<Exam, Exclude<ExamField, 'vitals'> | 'normal' | 'deferred'>;

/**
 * A saved exam, by what was kept beside its texts. Nothing is guessed from the words: a text without such a mark is a finding, and so is each
 * of an exam from before the marks were kept.
 */
export function summarizeSaved(exam: SavedExam): SystemSummary[] {
  return systems.map((system) => {
    const textOf = (part: Part) => {
      const field = `${part}_${system.key}` as const;
      const text = exam[field]?.trim() ?? '';
      const isNormal = exam.normal.includes(field);
      const isDeferred = exam.deferred.includes(field);
      return { part, text, isDeferred, isFinding: text !== '' && !isNormal && !isDeferred };
    };
    const [reported, found] = [textOf('ros'), textOf('pe')];
    return {
      key: system.key,
      label: system.label,
      findings: [reported, found]
        .filter(({ isFinding }) => isFinding)
        .map(({ part, text }) => ({ system, part, phrase: text, kind: 'finding' })),
      asked: reported.text !== '',
      examined: found.text !== '',
      deferred: found.text !== '' && found.isDeferred,
    };
  });
}
