// A registry of images of our own on 127.0.0.1, without TLS: every client takes that from this address alone.
import fs from 'node:fs';
import path from 'node:path';
import { Failure, freePort, start, stop, tail } from '../../lib/process.mjs';
import { waitUntil } from '../../drills/fault/world.mjs';

/** Starts it; answers its address, what a client's environment needs, and how it is stopped. */
export async function startRegistry(folder) {
  const address = `127.0.0.1:${await freePort()}`;
  const [settings, log, clients] = ['registry.yml', 'registry.log', 'registries.conf'].map((name) => path.join(folder, name));
  fs.writeFileSync(settings, `version: 0.1\nlog: {level: warn, accesslog: {disabled: true}}\nstorage: {filesystem: {rootdirectory: ${folder}/registry}}\nhttp: {addr: "${address}"}\n`);
  fs.writeFileSync(clients, `[[registry]]\nlocation = "${address}"\ninsecure = true\n`);
  const server = start('docker-registry', ['serve', settings], { log });
  let ended;
  void server.ended.then((code) => (ended = code));
  await waitUntil('the registry to answer', 20, async () => {
    if (ended !== undefined) throw new Failure(`The registry ended (${ended}):\n${tail(log)}`);
    return fetch(`http://${address}/v2/`, { signal: AbortSignal.timeout(1000) }).then(({ ok }) => ok, () => false);
  });
  return { address, env: { CONTAINERS_REGISTRIES_CONF: clients }, stop: () => stop(server) };
}
