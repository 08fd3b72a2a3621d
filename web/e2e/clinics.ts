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

const file = process.env['CELADON_DEMO'] ?? fileURLToPath(new URL('../../.data/demo.json', import.meta.url));
if (!existsSync(file)) throw new Error('No demo to test against: run ./scripts/test browser, or start ./scripts/run first.');
const people = JSON.parse(readFileSync(file, 'utf8')) as Person[];

function find(what: string, fits: (person: Person) => boolean): Person {
  const person = people.find(fits);
  if (!person) throw new Error(`The demo has no ${what}.`);
  return person;
}

/** The clinic of the tests, and another one that must never see its data. */
export const home = process.env['CELADON_URL'] ?? find('clinic', () => true).url;
export const owner = find('owner', ({ url, is_owner }) => url === home && is_owner);
export const director = find('Medical Director', ({ url, role, is_owner }) => url === home && role === 'Medical Director' && !is_owner);
/** A provider who may not approve; the owner may approve what she records. */
export const provider = find('Provider', ({ url, role }) => url === home && role === 'Provider');
export const otherOwner = find('second clinic', ({ url, is_owner }) => url !== home && is_owner);
export const otherClinic = otherOwner.url;

const kept = (name: string) => fileURLToPath(new URL(`output/signed-in/${name}.json`, import.meta.url));

/** The owner's signed-in state, made once by sign-in.setup.ts: the server lets signedOut sign in again and again. */
export const signedInFiles = { owner: kept('owner') };
export const signedOut = { cookies: [], origins: [] };

/** Marks this run's patients among those of other runs on the same database. */
export const stamp = (project: string) => `${project}${Date.now().toString(36)}`;
