// The server that is measured: the release build, as it is delivered, with wide rate limits.
import fs from 'node:fs';
import path from 'node:path';
import { Failure, data, freePort, start, stop, tail } from '../../lib/process.mjs';

/** Starts it, logging as it does unless set otherwise; `readyIn` is the milliseconds until it answered its first request. */
export async function serve(celadon, environment, logging) {
  const [port, ops] = [environment.PORT, await freePort()];
  const log = path.join(data, 'server.log');
  const web = path.join(data, 'web');
  fs.mkdirSync(web, { recursive: true });
  for (const page of ['index.html', 'portal.html', 'book.html', 'tablet.html', 'platform.html']) fs.writeFileSync(path.join(web, page), '<!doctype html><title>Celadon</title>');
  const env = {
    ...environment, LISTEN_ADDR: `127.0.0.1:${port}`, OPS_ADDR: `127.0.0.1:${ops}`, RATE_LIMIT_FACTOR: '1000000', WEB_DIR: web,
    MAIL_DIR: path.join(data, 'mail'), OWNER_DATABASE_URL: undefined, RUST_LOG: logging,
  };
  fs.rmSync(log, { force: true });
  const began = performance.now();
  const child = start(celadon, ['serve', '--no-jobs'], { log, env });
  let ended;
  void child.ended.then((code) => (ended = code));
  while (!(await fetch(`http://127.0.0.1:${ops}/health/ready`).then(({ ok }) => ok, () => false))) {
    if (ended !== undefined || performance.now() - began > 60_000) throw new Failure(`The server does not serve:\n${tail(log)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { port, pid: child.pid, readyIn: Math.round(performance.now() - began), stop: () => stop(child) };
}
