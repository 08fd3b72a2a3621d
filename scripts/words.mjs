// Identifiers that say nothing to somebody who has not seen the code, and the file and line of each.
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';

/** The word, as a whole identifier, and what is written instead. */
export const WORDS = {
  server: {
    Room: 'SchemaSlot (a treatment room is a Resource)',
    Door: 'Gate',
    Question: 'PreparedQuery',
    Asked: 'a request: DocumentRequest',
    Known: 'the state it is: AnnouncedStart',
    Once: 'IdempotencyKey',
    KeptAnswer: 'StoredResponse',
    Named: 'what has the names: FollowUpWithNames',
    Standing: 'Grants',
    Fault: 'Error: HostError',
    BillingDesk: 'BillingRepo',
    Held: 'Delayed, Lease',
    Arrived: 'ReceivedEvent',
    Looked: 'SyncOutcome',
    Letter: 'Email',
    Way: 'Transport',
    Born: 'Provisioned',
    Newborn: 'NewClinicSeed',
    bury: 'tombstone',
    Seen: 'RequestMeta',
    Admitted: 'Authenticated',
    Wish: 'Proposal',
    Situation: 'VisitState',
    Fate: 'Action',
    Deed: 'RowAction',
    Beside: 'what it holds: ExamContext',
    HangsOn: 'Usage',
    BroughtBy: 'ImportedBy',
    Resting: 'IdleConnection',
    Unsent: 'MailError',
    Arrival: 'ImportOptions',
    AtPlatform: 'PlatformRequest',
    told: 'to_wire, describe',
    situation: 'state',
    fate: 'action',
    still_so: 'check_current',
    taken_along: 'series_visits',
    unless_taken: 'map_conflict',
    step_into: 'enter_schema',
    MOST: 'MAX_ROWS, MAX_LIMIT',
    USUAL: 'DEFAULT_LIMIT',
    Fitting: 'PageRows',
    fit: 'fetch_page, check_size',
    fitting: 'fitting_rows',
    AHEAD: 'MAX_FUTURE, LISTED_DAYS',
    usual: 'default_settings, default_text',
    and_so_on: 'enqueue_next_step',
    SPARES: 'WARM_POOL_CHANNEL',
    Wall: 'WallClock',
    shown: 'read_visit, read_patient',
    Alike: 'Similarity',
    alike: 'name_similarity',
  },
  web: {
    Beneath: 'nothing: it is gone',
    Rehearsal: 'nothing: it is gone',
    useInSight: 'nothing: it is gone',
    beforehand: 'prefetchLoader',
    useProved: 'useReauthentication',
    ProveDialog: 'ReauthenticationDialog',
    useMay: 'usePermissions',
    ask: 'fetchJson, sendRequest',
    asked: 'requested',
    onceKeys: 'idempotencyKeys',
    useInk: 'useSignaturePad',
    Asked: 'DeskDialog, OpenDialog',
    Known: 'ServiceVersion',
    Wish: 'MoveRequestForm',
    Beside: 'SidePanel',
    LeftOut: 'SkippedRows',
    GiveUp: 'CancelImport',
    Theirs: 'NewerVersion',
    Agrees: 'AssertAssignable',
    Hurry: 'ShortTimeout',
    willDo: 'expectedCounts',
    useBringBack: 'useRestoreMember',
    loadTheirs: 'loadNewest',
    useAhead: 'useUpcomingAppointments',
    aheadWords: 'upcomingWords',
    mostBytes: 'maxBytes',
    mostEntries: 'maxEntries',
    mostPoints: 'maxPoints',
    mostTries: 'maxTries',
  },
};

/** The code of a source without its comments and texts, each replaced by blanks so that places stay. */
export function codeOf(source) {
  // A lifetime ('a) is no text; a template literal keeps its expressions.
  const pattern = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|r#"[\s\S]*?"#|"(?:\\[\s\S]|[^"\\])*"|'(?:\\.|[^'\\\n])'|'(?:\\.|[^'\\\n]){2,}'(?=[^\w])|`(?:\\[\s\S]|[^`\\])*`/g;
  return source.replace(pattern, (found) => found.replace(/[^\n]/g, ' '));
}

/** What declares a name; in Rust a variable may be called as its sentence wants. */
const DECLARATIONS = { server: 'struct|enum|trait|type|fn|const|static|mod', web: 'type|interface|class|function|const|let' };

/** Where one of a part's words is declared. */
export function privateWords(source, part) {
  const words = WORDS[part];
  const declared = new RegExp(`\\b(?:${DECLARATIONS[part]})\\s+(${Object.keys(words).join('|')})\\b(?!\\s*::)`, 'g');
  const code = codeOf(source);
  return [...code.matchAll(declared)].map((match) => ({ line: code.slice(0, match.index).split('\n').length, word: match[1], instead: words[match[1]] }));
}

/** The sources of a part, as Git lists them. */
export function sources(part) {
  const globs = { server: ['server/**/*.rs', 'migration/**/*.rs', 'infra/**/*.rs'], web: ['web/src/**/*.ts', 'web/src/**/*.tsx', 'web/e2e/**/*.ts', 'scripts/**/*.mjs'] }[part];
  const root = new URL('..', import.meta.url).pathname;
  const files = execFileSync('git', ['ls-files', '--', ...globs.map((glob) => `:(glob)${glob}`)], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return files.map((file) => ({ file, source: readFileSync(`${root}${file}`, 'utf8') }));
}
