import type { Findings, NormalFindings } from '@/api/generated';
import { systems } from '@/features/exams';
import { messages } from '@/lib/validation';

type FindingKey = 'findings.vitals' | `findings.${'ros' | 'pe'}.${(typeof systems)[number]['key']}`;

/** One list of the exam's quick entries, and how it is read from and written to the settings. */
export interface FindingList {
  /** As the server names it in a refusal: 'findings.ros.skin'. */
  key: FindingKey;
  /** As the exam names the text it is for: 'Skin ROS'. */
  label: string;
  read: (findings: Findings) => readonly string[];
  write: (findings: Findings, entries: readonly string[]) => Findings;
  /** What the exam writes between two entries, and no entry may hold. */
  joiners: readonly string[];
  /** Which part of the marked phrases its own are in; vital signs are numbers, and none of them is. */
  part?: 'ros' | 'pe';
}

const vitals: FindingList = {
  key: 'findings.vitals',
  label: 'Vitals',
  read: (findings) => findings.vitals,
  write: (findings, entries) => ({ ...findings, vitals: [...entries] }),
  joiners: [',', ';'],
};

const ofSystems = (part: 'ros' | 'pe', name: string): FindingList[] =>
  systems.map(({ key, label }) => ({
    key: `findings.${part}.${key}`,
    label: `${label} ${name}`,
    read: (findings) => findings[part][key],
    write: (findings, entries) => ({
      ...findings,
      [part]: { ...findings[part], [key]: [...entries] },
    }),
    joiners: [';'],
    part,
  }));

export const findingLists: readonly FindingList[] = [
  vitals,
  ...ofSystems('ros', 'ROS'),
  ...ofSystems('pe', 'PE'),
];

export const samePhrase = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** The marked phrases that are still in a list: one that was renamed or removed is marked no more. */
export function markedIn(marked: NormalFindings, findings: Findings): NormalFindings {
  const kept = (part: 'ros' | 'pe') =>
    marked[part].filter((phrase) =>
      Object.values(findings[part]).some((entries) =>
        entries.some((entry) => samePhrase(entry, phrase)),
      ),
    );
  return { ros: kept('ros'), pe: kept('pe') };
}

/** The marked phrases after a list was restored: its entries are marked as the product marks them, those of the other lists stay. */
export function restoredMarks(
  marked: readonly string[],
  entries: readonly string[],
  normal: readonly string[],
): string[] {
  const within = (phrases: readonly string[]) => (phrase: string) =>
    phrases.some((other) => samePhrase(other, phrase));
  const [isEntry, isNormal] = [within(entries), within(normal)];
  const kept = marked.filter((phrase) => !isEntry(phrase) || isNormal(phrase));
  return [...kept, ...entries.filter((entry) => isNormal(entry) && !within(kept)(entry))];
}

export const maxEntries = 60;
const longest = 200;

/** Why an entry cannot be in the list, in a sentence. */
export function entryProblem(
  entry: string,
  others: readonly string[],
  { joiners }: FindingList,
): string | undefined {
  const text = entry.trim();
  if (text === '') return 'Enter a text, or remove the entry.';
  if (text.length > longest) return messages.tooLong(longest);
  const joiner = joiners.find((mark) => text.includes(mark));
  if (joiner) return `Leave out “${joiner}”: the exam writes it between entries.`;
  if (others.some((other) => other.trim().toLowerCase() === text.toLowerCase()))
    return 'This entry is there twice.';
  return undefined;
}

/** The lists that cannot be saved, each with its first problem. */
export function listProblems(findings: Findings): Map<string, string> {
  const problems = new Map<string, string>();
  for (const list of findingLists) {
    const entries = list.read(findings);
    const problem =
      entries.length > maxEntries
        ? `At most ${maxEntries} entries.`
        : entries
            .map((entry, at) => entryProblem(entry, entries.slice(0, at), list))
            .find((words) => words !== undefined);
    if (problem) problems.set(list.key, problem);
  }
  return problems;
}

export function moved(entries: readonly string[], from: number, to: number): string[] {
  const rest = entries.filter((_, at) => at !== from);
  const entry = entries[from];
  return entry === undefined ? rest : [...rest.slice(0, to), entry, ...rest.slice(to)];
}
