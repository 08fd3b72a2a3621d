// Consent texts made to cost more than their length: what a tree builder multiplies, at every length up to what is kept. Says what
// each length costs in time and memory, and how long another clinic waits while such texts come without pause.
import fs from 'node:fs';
import { sendRequest, enter } from '../fault/client.mjs';
import { say } from '../../lib/process.mjs';

const KIB = 1024;
const LONGEST = 64 * KIB;

/** What one text may add to the memory that the server has at its highest. */
const MAX_MIB = 64;

/** Beyond this a text's cost grows faster than its length: four times the length may take six times as long. */
const MAX_GROWTH = 6;

/**
 * Whether a neighbour waits for the attack: the same reads of the same run without it are the measure, and a busy machine's noise is
 * allowed for. Texts that were sanitized on the threads that serve everybody took seconds.
 */
export const isHeldUp = (alone, beside) => beside > 5 * alone + 50;

const filled = (length, make) => {
  let text = '';
  for (let number = 0; text.length < length; number += 1) text += make(number);
  return text.slice(0, length);
};

/** Each makes a text of about this length; `hidden` is the one that took 4 GB. */
const SHAPES = {
  hidden: (length) => `<p>${filled(length / 2, (number) => `<b a${number}="</b>">`)}${filled(length / 2, () => '<p>x')}`,
  'hidden, 30 deep': (length) => `<p>${filled(480, (number) => `<b a${number}="</b>">`)}${filled(length - 480, () => '<p>x')}`,
  'in a table': (length) => `<table>${filled(length, (number) => `<b a${number}>x</td></tr></tbody>`)}`,
  'crossed ends': (length) => filled(length, () => '<b><i>a</b>b</i>'),
  deep: (length) => filled(length, () => '<ul><li>'),
  'many attributes': (length) => `<p${filled(length, (number) => ` a${number}`)}>x`,
  comments: (length) => filled(length, () => '<!--</b>--><'),
  entities: (length) => filled(length, () => '&nbsp;&lt;'),
  plain: (length) => filled(length, () => '<p>Please read this.</p>'),
};
const PIECES = ['<p>', '<p>x', '</p>', '<b a#="</b>">', "<i a#='</i>'>", '<em>', '</b>', '<table>', '<tr>', '<td>', '</table>', '<ul>', '<li>', '</ul>', '<h2>x', '</h3>', '<a href=#>', '<font a#>', '<svg>', '<math>', '<select>', '<template>', '<!--', '-->', '<textarea>', '<script>', '&nbsp;', '<', '"', '>', 'x', '<br>', '<caption>', '<plaintext>', '</p></b>'];

/** The same sequence of numbers in every run, each below 1. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function generated(random, length) {
  const shapes = Object.values(SHAPES);
  if (random() < 0.5) return shapes[Math.floor(random() * shapes.length)](length);
  let text = '';
  while (text.length < length) {
    const group = Array.from({ length: 1 + Math.floor(random() * 4) }, () => PIECES[Math.floor(random() * PIECES.length)]).join('');
    const times = 2 ** Math.floor(random() * 13);
    for (let number = 0; number < times && text.length < length; number += 1) text += group.replaceAll('#', number);
  }
  return text.slice(0, length);
}

export const at = (times, share) => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];

async function timed(work) {
  const began = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - began };
}

const highest = (pid) => Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / KIB;
const forgetHighest = (pid) => fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The shapes whose cost grows faster than their length, and by how much the worst does. */
async function growth(send) {
  const grown = [];
  for (const [name, make] of Object.entries(SHAPES)) {
    const least = async (length) => {
      const times = [];
      for (let turn = 0; turn < 5; turn += 1) times.push((await timed(() => send(`${make(length)}${turn}`))).ms);
      return Math.min(...times);
    };
    grown.push([name, (await least(LONGEST - KIB)) / (await least((LONGEST - KIB) / 4))]);
  }
  return { worst: Math.max(...grown.map(([, times]) => times)), beyond: grown.filter(([, times]) => times > MAX_GROWTH).map(([name]) => name) };
}

/** What texts of each length cost, from `count` of them. */
async function prices(send, pid, count) {
  const random = numbers(17);
  const classes = [1, 4, 16, 64].map((kib) => ({ kib, times: [], each: [], kept: 0, grown: 0 }));
  let findings = 0;
  say('    | Length | Texts | Kept | Median | 99th | Longest | Longest for a KiB | Memory at most |');
  say('    |---|---|---|---|---|---|---|---|');
  for (const one of classes) {
    forgetHighest(pid);
    const before = highest(pid);
    for (let number = 0; number < count / classes.length; number += 1) {
      const text = generated(random, Math.ceil(one.kib * KIB * (0.25 + 0.74 * random())));
      const { answer, ms } = await timed(() => send(text));
      // 409: sanitized within the bounds, and then refused because the clinic has saved as many versions as it may in a day.
      if (![200, 409, 422].includes(answer.status)) findings += 1;
      one.kept += answer.status === 422 ? 0 : 1;
      one.times.push(ms);
      one.each.push((ms * KIB) / text.length);
    }
    one.grown = highest(pid) - before;
    findings += one.grown > MAX_MIB ? 1 : 0;
    const ms = (time) => `${time.toFixed(1)} ms`;
    say(`    | to ${one.kib} KiB | ${one.times.length} | ${one.kept} | ${ms(at(one.times, 0.5))} | ${ms(at(one.times, 0.99))} | ${ms(Math.max(...one.times))} | ${ms(Math.max(...one.each))} | ${Math.max(0, one.grown).toFixed(0)} MiB |`);
  }
  return findings;
}

/** The p95 of the other clinic's reads of its patients, in milliseconds; of so many reads, or as long as `goesOn`. */
export async function neighbour(world, session, reads = 500, goesOn = () => false) {
  const times = [];
  let failed = 0;
  for (let turn = 0; turn < reads || goesOn(); turn += 1) {
    const { answer, ms } = await timed(() => sendRequest(world, session.clinic, 'GET', '/api/patients', { cookie: session.cookie }));
    failed += answer.status === 200 ? 0 : 1;
    times.push(ms);
  }
  return { p95: at(times, 0.95), failed, reads: times.length };
}

export async function consentTexts(world, session, canary, seconds) {
  const template = (body) => sendRequest(world, session.clinic, 'PUT', `/api/consents/templates/${session.template}`, { cookie: session.cookie, body: { name: 'Photos', body } });
  const planted = await growth((body) => fetch(`${canary.url}/text`, { method: 'POST', body }));
  const own = await growth(template);
  const pid = world.server.pid;
  const count = seconds > 60 ? 10_000 : 1_000;
  let findings = own.beyond.length + (await prices(template, pid, count));
  const other = await enter(world, 'beta');
  const alone = await neighbour(world, other);
  forgetHighest(pid);
  const before = highest(pid);
  let over = false;
  let sent = 0;
  const attackers = Array.from({ length: 8 }, async (_, turn) => {
    const shapes = Object.values(SHAPES);
    for (; !over; sent += 1) await template(`${shapes[(sent + turn) % shapes.length](LONGEST - KIB)}${sent}`);
  });
  const beside = await neighbour(world, other);
  over = true;
  await Promise.all(attackers);
  const grown = highest(pid) - before;
  const heldUp = isHeldUp(alone.p95, beside.p95);
  findings += (beside.failed > 0 ? 1 : 0) + (grown > 4 * MAX_MIB ? 1 : 0) + (heldUp ? 1 : 0);
  return {
    planted: planted.beyond.includes('hidden'), findings,
    note: `four times the length takes ${own.worst.toFixed(1)} times as long at most${own.beyond.length ? ` (${own.beyond.join(', ')})` : ''}, at the planted app ${planted.worst.toFixed(1)}; beside 8 senders of 63 KiB without pause (${sent} texts, +${grown.toFixed(0)} MiB) a neighbour's p95 is ${beside.p95.toFixed(0)} ms, alone ${alone.p95.toFixed(0)}${heldUp ? ' (held up)' : ''}, ${beside.failed} of 500 reads not served`,
  };
}
