// The imports of the web app go one way (web/README.md has the rules): node --test scripts/checks/web-imports.test.mjs
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from '../lib/process.mjs';
import { circles } from './graph.mjs';

const src = path.join(root, 'web/src');
/** The areas that the features share, and that import none of them. */
const shared = ['api', 'components', 'lib', 'theme'];
/** Which of them each of these imports. */
const below = { lib: [], theme: ['lib'], api: ['lib'], components: ['api', 'lib', 'theme'] };
const isTest = (file) => /\.test\.tsx?$/.test(file) || file.startsWith('testing/') || /^features\/[^/]+\/testing\.tsx?$/.test(file);

/** Every file of the app by its path within src, tests left out. */
const sources = () => new Map(fs.readdirSync(src, { recursive: true })
  .map((file) => String(file).replaceAll(path.sep, '/'))
  .filter((file) => /\.tsx?$/.test(file) && !isTest(file))
  .map((file) => [file, fs.readFileSync(path.join(src, file), 'utf8')]));

/** The modules of the app that a file imports: their paths within src, and whether the import is dynamic. */
function importsOf(source) {
  const statements = source.matchAll(/^(?:import|export)\b[^;]*?\bfrom '(?<from>@\/[^']+|\.[^']+)'|^import '(?<bare>@\/[^']+|\.[^']+)'|\bimport\(\s*'(?<dynamic>@\/[^']+|\.[^']+)'\)/gm);
  return [...statements].map(({ groups: { from, bare, dynamic } }) => ({ to: (from ?? bare ?? dynamic).replace(/^@\//, ''), dynamic: dynamic !== undefined }));
}

const areaOf = (module) => module.split('/')[0];
const featureOf = (module) => /^features\/([^/]+)/.exec(module)?.[1];

/** What is wrong with one import, in a sentence; undefined where nothing is. */
function fault(file, { to, dynamic }) {
  if (to.startsWith('.')) return `${file} imports ${to}: write it as '@/...'`;
  const [own, other] = [featureOf(file), featureOf(to)];
  if (shared.includes(areaOf(file)) && (areaOf(to) === 'app' || other)) return `${file} imports ${to}: ${areaOf(file)} may import neither app nor a feature`;
  const area = below[areaOf(file)];
  if (area && shared.includes(areaOf(to)) && areaOf(to) !== areaOf(file) && !area.includes(areaOf(to))) return `${file} imports ${to}: ${areaOf(file)} may import ${area.join(', ') || 'nothing'}`;
  if (own && areaOf(to) === 'app') return `${file} imports ${to}: a feature does not know app`;
  if (own && other === own && to === `features/${own}`) return `${file} imports ${to}: within a feature import the file itself`;
  if (own && other && other !== own && to !== `features/${other}`) return `${file} imports ${to}: import another feature through '@/features/${other}'`;
  // The router loads each page by itself; everything else of a feature is in its index.
  if (!own && other && !dynamic && to !== `features/${other}` && !/^features\/[^/]+\/main$/.test(to)) return `${file} imports ${to}: import a feature through '@/features/${other}'`;
  return undefined;
}

/** Everything that is wrong with the imports of these files. */
function problems(files) {
  const all = [...files].flatMap(([file, source]) => importsOf(source).map((one) => ({ file, ...one })));
  const features = new Map();
  for (const { file, to } of all) {
    const [own, other] = [featureOf(file), featureOf(to)];
    if (own && other && own !== other) features.set(own, new Set([...(features.get(own) ?? []), other]));
  }
  return [...all.map(({ file, ...one }) => fault(file, one)).filter(Boolean), ...circles(features).map((way) => `the features ${way} import each other`)];
}

test('imports lead from app to the features to what they share, and never back', () => {
  const files = sources();
  assert.ok(files.size > 200, `${files.size} files`);
  assert.deepEqual(problems(files), []);
});

/** The calls of zod in a source, each to its closing bracket, on however many lines it stands. */
function* schemas(source) {
  let end = 0;
  for (const { index } of source.matchAll(/\bz\.\w+\(/g)) {
    if (index < end) continue;
    let depth = 0;
    for (const { 0: token, index: at } of source.slice(index).matchAll(/'(?:[^'\\\n]|\\.)*'|[()]/g)) {
      depth += { '(': 1, ')': -1 }[token] ?? 0;
      end = index + at + token.length;
      if (token === ')' && depth === 0) break;
    }
    yield source.slice(index, end);
  }
}

/** The messages that a form's schema writes itself, instead of taking them from lib/validation.ts. */
function ownMessages(source) {
  const own = source.replaceAll(/\/\*[\s\S]*?\*\/|(?:messages\.\w+|requiredText|requiredEmail|dateAndTime|day)\([^)]*\)/g, '');
  const text = String.raw`('[A-Z](?:[^'\\]|\\.)*')`;
  const found = [...[...schemas(own)].flatMap((schema) => [...schema.matchAll(new RegExp(text, 'g'))]), ...own.matchAll(new RegExp(String.raw`\berror:\s*${text}`, 'g'))];
  return [...new Set(found.map(([, message]) => message))];
}

/** What is wrong with the messages of these files. Only the one form that shows a message may have it, and these have none. */
const without = ['memberForm', 'treatmentForm', 'estimateForm', 'ruleForm', 'settingsForm', 'patientForm', 'recordForm'];
function repeated(files) {
  const shown = [...files].flatMap(([file, source]) => ownMessages(source).map((message) => ({ file, message })));
  const known = files.get('lib/validation.ts') ?? '';
  return shown
    .filter(({ file, message }) => without.some((form) => file.endsWith(`/${form}.ts`)) || known.includes(message) || shown.some((other) => other.message === message && other.file !== file))
    .map(({ file, message }) => `${file}: ${message}`);
}

test('the messages of forms stand once, in lib/validation.ts', () => {
  const files = new Map([...sources()].filter(([file]) => /Form\.ts$|^lib\/validation\.ts$/.test(file)));
  assert.ok(files.size > 8, `${files.size} files`);
  assert.deepEqual(repeated(files), []);
  const planted = (file, source) => repeated(new Map([...files, [file, source]])).length;
  assert.equal(planted('features/loyalty/ruleForm.ts', "points: z.number().check(z.gte(0, 'Enter a number'))"), 1);
  assert.equal(planted('features/rooms/roomForm.ts', "z.refine(isDay, 'Enter a date such as 11/20/2026'),"), 1);
  assert.equal(planted('features/rooms/roomForm.ts', "z.pipe(z.string(), z.enum(plans, 'Choose a plan.')),"), 2);
  assert.equal(planted('features/rooms/roomForm.ts', "z.refine(\n  isDay,\n  'Enter a date such as 11/20/2026',\n),"), 1);
});

test('every feature says in its index.ts what it is for', () => {
  const folders = fs.readdirSync(path.join(src, 'features'));
  const silent = folders.filter((folder) => !/^\/\*\*[\s\S]+?\*\/\n/.test(fs.readFileSync(path.join(src, 'features', folder, 'index.ts'), 'utf8')));
  assert.deepEqual(silent, []);
});

for (const [what, file, source, found] of [
  ['a component that imports a feature', 'components/Button.tsx', `import { services } from '@/features/treatments';`, /components may import neither app nor a feature/],
  ['lib that imports app', 'lib/dates.ts', `import { routes } from '@/app/routes';`, /lib may import neither/],
  ['a dynamic import upwards', 'api/tags.ts', `const load = () => import('@/features/team/TeamPage');`, /api may import neither/],
  ['a feature that imports app', 'features/team/TeamPage.tsx', `import {\n  store,\n} from '@/app/store';`, /a feature does not know app/],
  ['a feature that imports a file of another', 'features/team/TeamPage.tsx', `import { services } from '@/features/treatments/services';`, /import another feature through '@\/features\/treatments'/],
  ['a feature that imports its own index', 'features/treatments/TreatmentForm.tsx', `import { services } from '@/features/treatments';`, /import the file itself/],
  ['lib that imports api', 'lib/notices.ts', `import { sessionEnded } from '@/api/signedOut';`, /lib may import nothing/],
  ['a type that lib imports from api', 'lib/serverErrors.ts', `import type { ApiFailure } from '@/api/failure';`, /lib may import nothing/],
  ['api that imports a component', 'api/listPages.ts', `import { Button } from '@/components/Button';`, /api may import lib/],
  ['a theme that imports a component', 'theme/buttons.ts', `import { Button } from '@/components/Button';`, /theme may import lib/],
  ['a type that is imported upwards', 'theme/theme.ts', `import type { Page } from '@/app/routes';`, /theme may import neither/],
  ['an export from a higher area', 'components/index.ts', `export { Root } from '@/app/Root';`, /components may import neither/],
  ['app that imports a file of a feature', 'app/AppShell.tsx', `import { PlanBanner } from '@/features/billing/PlanBanner';`, /import a feature through/],
  ['a relative import', 'lib/dates.ts', `import { email } from './email';`, /write it as/],
]) {
  test(`${what} is found`, () => assert.match(problems(new Map([[file, source]])).join('\n'), found));
}

test('features that import each other are found', () => {
  const found = problems(new Map([
    ['features/a/one.ts', `import { two } from '@/features/b';`],
    ['features/b/two.ts', `import { three } from '@/features/c';`],
    ['features/c/three.ts', `import { one } from '@/features/a';`],
  ]));
  assert.deepEqual(found, ['the features a -> b -> c -> a import each other']);
});
