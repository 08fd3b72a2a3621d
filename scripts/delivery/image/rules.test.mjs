// What judges an image and lays out a pod finds what is wrong with them; without an image:
// node --test scripts/delivery/image/rules.test.mjs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { complaints, debugLink, symbolComplaints } from './contents.mjs';
import { bytes, laySecret, podmanArguments } from './pods.mjs';

let folder;
before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-image-rules-'))));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const lay = (file, text = '', mode = 0o644) => {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
  fs.chmodSync(path.join(folder, file), mode);
  return path.join(folder, file);
};
const must = (program, ...args) => {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  assert.equal(status, 0, `${program}: ${stderr ?? error}`);
};

describe('An image', () => {
  test('with a shell, rights of others, or files that anybody changes is found out', () => {
    lay('image/usr/bin/sh', '', 0o755);
    lay('image/usr/bin/mount', '', 0o4755);
    lay('image/etc/settings', '', 0o666);
    const found = complaints(path.join(folder, 'image'));
    for (const complaint of ['there is /usr/bin/sh', '/usr/bin/mount runs with the rights of its owner', '/etc/settings can be changed by everybody', 'there is no /celadon', 'there is no /celadon-documents', 'there is no /web/portal.html', 'the web app\'s files are not compressed by brotli']) {
      assert.ok(found.includes(complaint), `${complaint}; what was said: ${found.join(', ')}`);
    }
  });

  const elf = { skip: process.platform !== 'linux' && 'its programs are those of Linux' };
  test('with a program that has its symbols, or names a folder of the builder, is found out', elf, () => {
    const source = lay('program.c', '#include <stdio.h>\nint main(void) { return puts("/usr/local/cargo/registry/src/crate.rs") < 0; }\n');
    must('cc', '-g', '-o', path.join(folder, 'whole'), source);
    const [whole, symbols] = [path.join(folder, 'whole'), path.join(folder, 'celadon.debug')];
    must('objcopy', '--only-keep-debug', whole, symbols);
    fs.copyFileSync(whole, lay('image/celadon'));
    const found = complaints(path.join(folder, 'image'));
    for (const complaint of ['/celadon has .symtab', '/celadon has .debug_info', '/celadon does not say where its symbols are', '/celadon names /usr/local/cargo']) {
      assert.ok(found.includes(complaint), `${complaint}; what was said: ${found.join(', ')}`);
    }
    must('objcopy', '--strip-all', `--add-gnu-debuglink=${symbols}`, whole, path.join(folder, 'image/celadon'));
    assert.deepEqual(complaints(path.join(folder, 'image')).filter((complaint) => /^\/celadon (has|names|does not say)/.test(complaint)), ['/celadon names /usr/local/cargo']);
    assert.equal(debugLink(path.join(folder, 'image/celadon')).name, 'celadon.debug');
    fs.appendFileSync(symbols, 'x');
    assert.match(symbolComplaints(path.join(folder, 'image/celadon'), symbols).join(), /celadon.debug is of another build/);
  });
});

const deployment = () => ({
  kind: 'Deployment',
  metadata: { name: 'server' },
  spec: { template: { spec: {
    terminationGracePeriodSeconds: 45,
    securityContext: { runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [{
      name: 'server', args: ['serve'],
      envFrom: [{ configMapRef: { name: 'celadon-settings-0123456789' } }],
      env: [{ name: 'POD_NAME', valueFrom: { fieldRef: {} } }, { name: 'INSTANCE', value: 'id=$(POD_NAME)' }],
      resources: { requests: { cpu: '250m' }, limits: { memory: '512Mi' } },
      securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      volumeMounts: [{ name: 'secrets', mountPath: '/run/secrets/celadon', readOnly: true }, { name: 'tmp', mountPath: '/tmp' }],
    }],
    volumes: [{ name: 'secrets', secret: { secretName: 'celadon-server' } }, { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }],
  } } },
});
const settings = { kind: 'ConfigMap', metadata: { name: 'celadon-settings-0123456789' }, data: { LISTEN_ADDR: '0.0.0.0:8080', RUST_LOG: 'info' } };
const read = (change = () => {}, secrets = { 'celadon-server': '/secrets' }) => {
  const object = deployment();
  change(object.spec.template.spec);
  return podmanArguments([object, settings], 'Deployment', 'server', { secrets, override: { LISTEN_ADDR: '127.0.0.1:1' } });
};

describe('A pod', () => {
  test('is run with what its manifest says', () => {
    const { options, memory, grace, command } = read();
    assert.deepEqual([memory, grace, command], [2 ** 29, 45, ['serve']]);
    const line = ` ${options.join(' ')} `;
    for (const part of ['--read-only', '--user 65532:65532', '--cap-drop ALL', `--memory ${2 ** 29} --memory-swap ${2 ** 29}`, '--cpu-shares 256', `mode=0777,size=${2 ** 26}`, '--volume /secrets:/run/secrets/celadon:ro', '--env LISTEN_ADDR=127.0.0.1:1', '--env RUST_LOG=info', '--env INSTANCE=id=server']) {
      assert.ok(line.includes(` ${part}`) || line.includes(part), `${part} is not in${line}`);
    }
    assert.ok(!line.includes('0.0.0.0:8080') && !line.includes('--cpus'));
  });

  test('that is open, or is not understood, is refused', () => {
    const open = [
      (spec) => (spec.containers[0].securityContext.readOnlyRootFilesystem = false),
      (spec) => delete spec.containers[0].securityContext.allowPrivilegeEscalation,
      (spec) => (spec.securityContext.runAsNonRoot = false),
      (spec) => (spec.securityContext.seccompProfile.type = 'Unconfined'),
    ];
    for (const change of open) assert.throws(() => read(change), /not as closed as it has to be/);
    assert.throws(() => read((spec) => (spec.volumes[1] = { name: 'tmp', hostPath: { path: '/' } })), /of a kind that is not understood/);
    assert.throws(() => read(() => {}, {}), /there is no Secret celadon-server/);
    assert.throws(() => read((spec) => (spec.containers[0].resources.limits.memory = '512M')), /no quantity of memory/);
    assert.throws(() => podmanArguments([settings], 'Deployment', 'server', { secrets: {} }), /have 0 Deployment\/server/);
  });

  test('reads its secrets as a group alone', () => {
    const at = laySecret(folder, 'owner', { 'database-url': 'postgres://' }, process.getgid());
    assert.equal(fs.statSync(path.join(at, 'database-url')).mode & 0o777, 0o440);
    assert.equal(bytes('3Gi'), 3 * 2 ** 30);
  });
});
