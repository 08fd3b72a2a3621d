import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

interface Call {
  operationId: string;
  parameters?: { in: string; name: string }[];
}
const { paths } = JSON.parse(read('../server/openapi.json')) as {
  paths: Record<string, Record<string, Call>>;
};
const takesIfMatch = ({ parameters = [] }: Call) =>
  parameters.some(({ name }) => name === 'If-Match');
const calls = Object.values(paths)
  .flatMap((methods) => Object.values(methods))
  .filter(takesIfMatch)
  .map(({ operationId }) =>
    operationId.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );

// The types then refuse every place that changes a row without saying which version its user saw.
test('the app calls every operation that takes If-Match with one', () => {
  const types = read('src/api/generated/types.ts');
  expect(calls.length).toBeGreaterThan(60);
  expect(
    calls.filter((call) => {
      const [, argument] =
        new RegExp(`export type ${call}ApiArg = (\\{[^]*?\\n\\};)`).exec(types) ?? [];
      return !argument?.includes('\n  "If-Match": string;');
    }),
  ).toEqual([]);
});

// The pages of patients have no generated client: each call of theirs is named here, with the place that sends the version.
test('a patient answers about the visit that was seen', () => {
  const ofPatients = Object.entries(paths)
    .filter(([path]) => /^\/api\/(portal|visit|book|estimate|kiosk)\//.test(path))
    .flatMap(([, methods]) => Object.values(methods))
    .filter(takesIfMatch)
    .map(({ operationId }) => operationId);
  expect(ofPatients).toEqual(['answer_visit', 'move_visit']);
  expect(read('src/features/portal/VisitSite.tsx')).toContain('{ body, seen: visit.version }');
  expect(read('src/features/portal/MoveVisit.tsx')).toContain('seen: version');
});
