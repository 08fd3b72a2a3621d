// The vectors that the Rust signers and verifiers are tried with are the official library's own.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { file, vectors } from './signatures.mjs';

const kept = JSON.parse(fs.readFileSync(file, 'utf8'));

test('the kept vectors are what the official library makes today', () => {
  assert.deepEqual(kept, vectors());
});

test('what our verifier has to take the official library takes, and we are stricter in one thing', () => {
  assert.deepEqual(kept.cases.filter(({ takes, official }) => takes && !official), []);
  assert.deepEqual(kept.cases.filter(({ takes, official }) => official && !takes).map(({ name }) => name), ['a future time']);
});
