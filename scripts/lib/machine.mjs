// CPU seconds and memory of processes, from /proc. Linux only.
import fs from 'node:fs';
import os from 'node:os';

const TICKS = 100;

function stat(pid) {
  try {
    // After the name, which may hold anything; utime is the fourteenth field of all.
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
  } catch {
    return undefined;
  }
}

/** The process and its children, which for Postgres is every backend. */
function family(pid) {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...children.split(' ').filter(Boolean)];
}

/** CPU seconds of a process; with `children` of those that live and those that ended. */
export function cpu(pid, children = false) {
  const sum = (fields, from, count) => fields.slice(from, from + count).reduce((all, ticks) => all + Number(ticks), 0);
  const own = stat(pid);
  if (!own) return 0;
  if (!children) return sum(own, 11, 2) / TICKS;
  const others = family(pid).slice(1).map(stat).filter(Boolean);
  return (sum(own, 11, 4) + others.reduce((all, fields) => all + sum(fields, 11, 2), 0)) / TICKS;
}

function megabytes(file, name) {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(fs.readFileSync(file, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Megabytes of memory now, and the most there ever was. */
export const memory = (pid) => ({ now: megabytes(`/proc/${pid}/status`, 'VmRSS'), most: megabytes(`/proc/${pid}/status`, 'VmHWM') });

/** The backends' own memory, without what Postgres shares between them. */
export function backends(postmaster) {
  const own = family(postmaster).slice(1).filter((pid) => {
    try {
      return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('celadon_gateway');
    } catch {
      return false;
    }
  }).map((pid) => megabytes(`/proc/${pid}/status`, 'RssAnon'));
  return { count: own.length, sum: own.reduce((all, one) => all + one, 0), largest: Math.max(0, ...own) };
}

/** What it was measured on, and what else it had to do. */
export const machine = () => ({ cores: os.cpus().length, model: os.cpus()[0]?.model, memory: Math.round(os.totalmem() / 2 ** 20), load: os.loadavg()[0] });
