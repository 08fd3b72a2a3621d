import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One sign-in of the demo, as `celadon demo` prints it. */
export interface Person {
  clinic: string;
  url: string;
  role: string;
  name: string;
  email: string;
  password: string;
  is_owner: boolean;
}

const file =
  process.env['CELADON_DEMO'] ?? fileURLToPath(new URL('../../.data/demo.json', import.meta.url));
if (!existsSync(file))
  throw new Error(
    'No demo to test against: run ./scripts/test browser, or start ./scripts/run first.',
  );
const people = JSON.parse(readFileSync(file, 'utf8')) as Person[];

/** The demo's clinics come in sets of two: one for the tests, and another one that must never see its data. */
const urls = [...new Set(people.map(({ url }) => url))];
const sets = Array.from({ length: urls.length / 2 }, (_, index) =>
  urls.slice(index * 2, index * 2 + 2),
);

/** Each worker has a set of its own, so that a test's changes to its clinic affect no other test. */
export const workers = sets.length;
const [homeUrl = '', otherUrl = ''] = sets[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)] ?? [];

function find(what: string, clinic: string, fits: (person: Person) => boolean): Person {
  const person = people.find((one) => one.url === clinic && fits(one));
  if (!person) throw new Error(`The demo has no ${what} for this worker.`);
  return person;
}

export const home = homeUrl;
export const otherClinic = otherUrl;
export const owner = find('owner', home, ({ is_owner }) => is_owner);
export const director = find(
  'Medical Director',
  home,
  ({ role, is_owner }) => role === 'Medical Director' && !is_owner,
);
/** A provider who may not approve; the owner may approve what she records. */
export const provider = find('Provider', home, ({ role }) => role === 'Provider');
export const receptionist = find('Receptionist', home, ({ role }) => role === 'Receptionist');
export const otherOwner = find('second clinic', otherClinic, ({ is_owner }) => is_owner);

const kept = (name: string) =>
  fileURLToPath(new URL(`output/signed-in/${name}.json`, import.meta.url));
const signedInFile = (url: string) => kept(`owner.${new URL(url).hostname.split('.')[0] ?? ''}`);

/** Who works in each set's clinic, and where sign-in.setup.ts keeps their signed-in state: the server lets nobody sign in again and again. */
export const owners = sets.map(([url = '']) => ({
  owner: find('owner', url, ({ is_owner }) => is_owner),
  file: signedInFile(url),
}));
/** The states of this worker's clinic. */
export const signedInFiles = { owner: signedInFile(home) };
export const signedOut = { cookies: [], origins: [] };

/** Marks this run's patients among those of other runs on the same database. */
export const stamp = (project: string) => `${project}${Date.now().toString(36)}`;
