// Plants one mistake in what was rendered, and sees whether a check finds it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Finds an object of an overlay; a name may have a hash after it. */
export const one = (kind, name, overlay = 'production') => (at) => {
  const found = at.rendered[overlay].find((object) => object.kind === kind && (object.metadata.name === name || object.metadata.name.startsWith(`${name}-`)));
  assert.ok(found, `there is no ${kind} ${name} to plant a mistake in`);
  return found;
};

export const edit = (find, change) => (at) => change(find(at), at);

/** Takes an object out of an overlay. */
export const without = (kind, name, overlay = 'production') => (at) => {
  const gone = one(kind, name, overlay)(at);
  at.rendered[overlay] = at.rendered[overlay].filter((object) => object !== gone);
};

/** A test for each `[what, check, complaint, plant]`; `check` and `world` are functions because both are there only later. */
export function finds(planted, world) {
  for (const [what, check, complaint, plant] of planted) {
    test(what, async () => {
      const wrong = structuredClone(world());
      plant(wrong);
      const found = await check()(wrong);
      assert.ok(found.some((text) => complaint.test(text)), `not found; what was said: ${found.join('\n') || 'nothing'}`);
    });
  }
}
