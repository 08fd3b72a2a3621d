import type { ExamTemplate } from '@/api/generated';
import { findingJoiner } from '@/features/exams/appendFinding';
import type { ExamForm } from '@/features/exams/examForm';
import { systems, type SystemKey } from '@/features/exams/systems';

type TemplateTexts = Pick<ExamTemplate, 'vitals_template' | 'ros_template' | 'pe_template'>;

const keyOf = new Map<string, SystemKey>(
  systems.map(({ key, label }) => [label.toLowerCase(), key]),
);

/** A template's words for each text of the exam; a text that it has none for is absent. */
export function templateTexts({
  vitals_template,
  ros_template,
  pe_template,
}: TemplateTexts): Partial<ExamForm> {
  const vitals = vitals_template?.trim();
  return { ...(vitals && { vitals }), ...named('ros', ros_template), ...named('pe', pe_template) };
}

function named(part: 'ros' | 'pe', text: string | null): Partial<ExamForm> {
  return Object.fromEntries(
    Array.from(bySystem(text ?? ''), ([key, findings]) => [
      `${part}_${key}`,
      findings.join(findingJoiner),
    ]),
  );
}

/** Reads 'HEENT: finding; finding', one line a system; a line without a known label belongs to Constitutional. */
export function bySystem(text: string): Map<SystemKey, string[]> {
  const found = new Map<SystemKey, string[]>();
  for (const line of text.split('\n')) {
    const [label = '', ...rest] = line.split(':');
    const key = rest.length > 0 ? keyOf.get(label.trim().toLowerCase()) : undefined;
    const findings = (key ? rest.join(':') : line)
      .split(findingJoiner.trim())
      .map((finding) => finding.trim())
      .filter(Boolean);
    const system = key ?? 'constitutional';
    if (findings.length > 0) found.set(system, [...(found.get(system) ?? []), ...findings]);
  }
  return found;
}
