// Every `celadon ...` command in a page or a manifest is accepted by the built program.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { findBinary } from '../fault/world.mjs';
import { root } from '../../lib/process.mjs';

const below = (folder) => fs.readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.join(folder, name)).filter((file) => !file.includes('node_modules'));
const pages = ['README.md', 'server/README.md', 'migration/README.md', ...below('infra').filter((file) => file.endsWith('.md'))];
const manifests = [...below('k8s'), 'infra/compose/compose.yaml'].filter((file) => file.endsWith('.yaml'));

/** The words after the program's name; brackets mean optional words. */
function words(line) {
  const text = line.replaceAll(/[[\]]/g, '').replace(/\s+(#|\||<|>|&&).*$/, '').trim();
  return (text.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
}

/** Each command line of the pages: as code by itself, on a line of a code block, or run in a pod or container. */
export function commandsOf(text) {
  const found = [];
  for (const [, line] of text.matchAll(/`(?:[^`\n]*\s)?\/?celadon ([a-z][^`\n]*)`/g)) found.push(line);
  for (const [, block] of text.matchAll(/```\w*\n([^]*?)```/g)) {
    for (const [, line] of block.matchAll(/^(?!\s*kubectl -n celadon (?!.*\/celadon))(?:(?:[A-Z_]+=\S+ )*|.*\s\/)celadon ([a-z].*)$/gm)) found.push(line);
  }
  // `kubectl -n celadon get ...` names the namespace, and psql the database.
  return found.map(words).filter(([first]) => first && !/^(get|exec|logs|rollout|scale|delete|wait|apply|patch|port-forward|create|describe)$/.test(first));
}

/** The program's complaint about the command, if any. It does nothing, because no database is set. */
function complaint(binary, args) {
  const { stderr } = spawnSync(binary, args, { encoding: 'utf8', env: { PATH: process.env.PATH }, input: '', timeout: 20_000 });
  const error = /^error: .*$/m.exec(stderr)?.[0];
  // A command may be named without its arguments.
  const isNamed = args.every((word) => /^[a-z-]+$/.test(word) && !word.startsWith('--'));
  return error?.includes('required arguments') && isNamed ? undefined : error ?? (/requires a subcommand/.exec(stderr)?.[0] && !isNamed ? 'it wants a subcommand' : undefined);
}

describe('The commands in the operators\' pages', () => {
  const binary = findBinary();
  for (const file of pages) {
    test(file, () => {
      for (const args of commandsOf(fs.readFileSync(path.join(root, file), 'utf8'))) {
        assert.equal(complaint(binary, args), undefined, `${file}: celadon ${args.join(' ')}`);
      }
    });
  }

  test('the manifests', () => {
    const lists = manifests.flatMap((file) => [...fs.readFileSync(path.join(root, file), 'utf8').matchAll(/^\s+(?:args|command): \[([a-z][^\]]*)\]$/gm)].map(([, list]) => list.split(',').map((word) => word.trim())));
    const ours = lists.filter(([first]) => !first.startsWith('postgres') && !/^(--|\/|CMD)/.test(first));
    assert.ok(ours.length >= 6, `only ${ours.length} were found`);
    for (const args of ours) assert.equal(complaint(binary, args), undefined, `celadon ${args.join(' ')}`);
  });

  test('a command that is misspelt is found', () => {
    const page = 'First `celadon clinic suspnd NAME`, then\n```\nceladon migrate --worker 4\nkubectl -n celadon exec deploy/provision -- /celadon audit verify --everything\n```\n';
    const found = commandsOf(page);
    assert.equal(found.length, 3);
    for (const args of found) assert.match(complaint(binary, args) ?? '', /unrecognized subcommand|unexpected argument/, args.join(' '));
  });
});
