// What an image must hold and must not: complaints about its files, read below the folder where they are mounted.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

export const PROGRAMS = ['celadon', 'celadon-documents'];
const WEB = ['index.html', 'portal.html', 'book.html', 'tablet.html', 'platform.html', 'assets'];
/** Whoever gets in finds nothing to go on with. */
const TOOLS = new Set(['sh', 'bash', 'dash', 'ash', 'busybox', 'env', 'apt', 'apt-get', 'dpkg', 'perl', 'python3', 'node', 'curl', 'wget', 'cc', 'gcc']);
/** Folders of the machine that built it. */
const TRACES = ['/build/server', '/build/target', '/build/migration', '/usr/local/cargo', '/usr/local/rust', '/root/', '/home/'];

const tool = (program, ...args) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 256 << 20 });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
};

const sections = (file) => [...tool('readelf', '--section-headers', '--wide', file).matchAll(/^\s*\[\s*\d+\]\s+(\.\S+)/gm)].map(([, name]) => name);

/** The name and the checksum of the symbols that a program asks for. */
export function debugLink(file) {
  const dump = tool('readelf', '--hex-dump=.gnu_debuglink', file);
  const content = Buffer.from([...dump.matchAll(/^ {2}0x[0-9a-f]+ ((?:[0-9a-f]{2,8} ){1,4})/gm)].map(([, words]) => words.replaceAll(' ', '')).join(''), 'hex');
  return content.length ? { name: content.toString('latin1', 0, content.indexOf(0)), checksum: content.readUInt32LE(content.length - 4) } : undefined;
}

function below(folder, at = '/') {
  return fs.readdirSync(path.join(folder, at), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(at, entry.name);
    return entry.isDirectory() ? [file, ...below(folder, file)] : [file];
  });
}

function modes(folder, file) {
  const stat = fs.lstatSync(path.join(folder, file));
  const found = [];
  if (stat.mode & 0o6000) found.push(`${file} runs with the rights of its owner`);
  if (stat.mode & 0o002 && (stat.isFile() || (stat.isDirectory() && !(stat.mode & 0o1000)))) found.push(`${file} can be changed by everybody`);
  if (stat.isFile() && stat.uid !== 0) found.push(`${file} does not belong to root`);
  return found;
}

export function complaints(folder) {
  const found = [];
  const files = below(folder);
  for (const file of files) {
    if (TOOLS.has(path.basename(file)) && !fs.lstatSync(path.join(folder, file)).isDirectory()) found.push(`there is ${file}`);
    found.push(...modes(folder, file));
  }
  for (const name of WEB) if (!files.includes(`/web/${name}`)) found.push(`there is no /web/${name}`);
  for (const [kind, ending] of [['brotli', '.br'], ['gzip', '.gz']]) if (!files.some((file) => file.startsWith('/web/assets/') && file.endsWith(ending))) found.push(`the web app's files are not compressed by ${kind}`);
  for (const program of PROGRAMS) {
    const file = path.join(folder, program);
    if (!files.includes(`/${program}`)) {
      found.push(`there is no /${program}`);
      continue;
    }
    const own = sections(file);
    for (const name of own) if (name === '.symtab' || /^\.debug_(?!gdb_scripts)/.test(name)) found.push(`/${program} has ${name}`);
    if (!own.includes('.gnu_debuglink')) found.push(`/${program} does not say where its symbols are`);
    const content = fs.readFileSync(file);
    for (const trace of TRACES) if (content.includes(trace)) found.push(`/${program} names ${trace}`);
  }
  return found;
}

/** Whether the symbols are those of the program, and say of its functions where they come from. */
export function symbolComplaints(program, symbols) {
  const link = debugLink(program);
  const found = [];
  if (link?.name !== path.basename(symbols)) found.push(`${path.basename(program)} asks for ${link?.name}`);
  else if (link.checksum !== zlib.crc32(fs.readFileSync(symbols))) found.push(`${link.name} is of another build`);
  const [address] = /^[0-9a-f]+(?= [tT] main$)/m.exec(tool('nm', symbols)) ?? [];
  // C's main is the compiler's own, so the first function of ours is asked for.
  const ours = /^([0-9a-f]+) [tT] (?:celadon|celadon_documents|documents|server)::\S+/m.exec(tool('nm', '--demangle', symbols));
  const source = ours && tool('addr2line', '--exe', symbols, ours[1]);
  if (!address) found.push(`${path.basename(symbols)} has no main`);
  if (!source?.startsWith('/celadon/server/')) found.push(`${path.basename(symbols)} says of ${ours?.[0]} that it is in ${source}`);
  return found;
}
