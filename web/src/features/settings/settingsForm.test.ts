import { describe, expect, test } from 'vitest';

import { entryProblem, findingLists, listProblems, moved } from '@/features/settings/findingLists';
import {
  fromSettings,
  mergedFields,
  settingsForm,
  toNewSettings,
  type SettingsForm,
} from '@/features/settings/settingsForm';
import { mergeChanges } from '@/lib/mergeChanges';
import { linden } from '@/features/settings/testing';
import { findZone, timeIn } from '@/features/settings/timeZones';

const form = fromSettings(linden);
const named = (key: string) => {
  const list = findingLists.find((one) => one.key === key);
  if (!list) throw new Error(key);
  return list;
};
const faults = (change: Partial<SettingsForm>) =>
  settingsForm.safeParse({ ...form, ...change }).error?.issues.map(({ path }) => path.join('.')) ??
  [];

test("the server's values are sent back unchanged, except those it computes", () => {
  const { subdomain, version, ...sent } = linden;
  expect(toNewSettings(settingsForm.parse(form))).toEqual(sent);
  expect([subdomain, version]).toEqual(['linden', 3]);
});

test.each([
  ['idle_minutes', 5, 60],
  ['consent_link_days', 1, 365],
  ['exam_valid_months', 1, 24],
  ['points_expire_months', 1, 120],
  ['adult_age', 18, 21],
] as const)('%s goes from %i to %i', (name, least, most) => {
  for (const edge of [least, most]) expect(faults({ [name]: ` ${edge} ` })).toEqual([]);
  for (const beyond of [String(least - 1), String(most + 1), '7.5', 'often', ''])
    expect(faults({ [name]: beyond })).toEqual([name]);
});

test('a clinic closes after it opens', () => {
  expect(faults({ opens_at: '00:00', closes_at: '23:59' })).toEqual([]);
  for (const closes_at of ['09:00', '08:59']) expect(faults({ closes_at })).toEqual(['closes_at']);
  for (const opens_at of ['', '9:00', '24:00', '09:60'])
    expect(faults({ opens_at })).toContain('opens_at');
});

test('a clinic has a name and a zone', () => {
  expect(faults({ name: '  ' })).toEqual(['name']);
  expect(faults({ name: 'x'.repeat(201) })).toEqual(['name']);
  expect(faults({ time_zone: 'Mars/Olympus' })).toEqual(['time_zone']);
});

describe('a time zone', () => {
  test.each([
    ['america/los angeles', 'America/Los_Angeles'],
    [' Europe/Berlin ', 'Europe/Berlin'],
    ['US/Pacific', 'US/Pacific'],
  ])('%s is %s', (typed, zone) => {
    expect(findZone(typed)).toBe(zone);
  });
  test.each(['', 'Berlin', '+02:00', 'Mars/Olympus', '../../etc'])('%s is none', (typed) => {
    expect(findZone(typed)).toBeUndefined();
  });
  test('shows its clock', () => {
    expect(
      timeIn('America/Los_Angeles', Date.parse('2027-03-01T15:00:00Z')).replace('\u202F', ' '),
    ).toBe('7:00 AM');
  });
});

test('there is a list for the vitals and two for each of ten systems, named as in the exam', () => {
  expect(findingLists).toHaveLength(21);
  expect(findingLists.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Vitals', 'Skin ROS', 'Skin PE']),
  );
  for (const list of findingLists)
    expect(list.read(list.write(linden.findings, ['only this']))).toEqual(['only this']);
  expect(named('findings.pe.skin').write(linden.findings, []).ros.skin).toEqual([
    'Denies active rash',
  ]);
});

describe('an entry', () => {
  const skin = named('findings.pe.skin');
  test.each([
    ['  ', /Enter a text/],
    ['x'.repeat(201), /200/],
    ['dry; cold', /“;”/],
    [' WARM, dry and intact', /twice/],
  ])('%s is refused', (entry, words) => {
    expect(entryProblem(entry, ['Warm, dry and intact'], skin)).toMatch(words);
  });
  test('of a finding may hold a comma, of the vitals not', () => {
    expect(entryProblem('Clear, no lesions', [], skin)).toBeUndefined();
    expect(entryProblem('BP, sitting', [], named('findings.vitals'))).toMatch('“,”');
  });
});

test('a list with a fault keeps the settings from being saved, and is named', () => {
  const findings = named('findings.ros.gu').write(linden.findings, ['LMP: ___', 'lmp: ___']);
  expect(faults({ findings })).toEqual(['findings']);
  expect([...listProblems(findings).keys()]).toEqual(['findings.ros.gu']);
  const full = named('findings.vitals').write(
    linden.findings,
    Array.from({ length: 61 }, (_, at) => `entry ${at}`),
  );
  expect([...listProblems(full)]).toEqual([['findings.vitals', 'At most 60 entries.']]);
  expect(listProblems(linden.findings).size).toBe(0);
});

test('entries can be reordered', () => {
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});

test("somebody else's changes come in only where nothing was changed here", () => {
  const mine = {
    ...form,
    name: 'Mine',
    findings: named('findings.vitals').write(form.findings, ['mine']),
  };
  const theirs = {
    ...form,
    name: 'Theirs',
    idle_minutes: '20',
    findings: named('findings.pe.gu').write(
      named('findings.vitals').write(form.findings, ['theirs']),
      ['theirs'],
    ),
  };
  const { merged } = mergeChanges(
    form,
    mine,
    theirs,
    Object.keys(mergedFields) as (keyof typeof mergedFields)[],
  );
  expect([merged.name, merged.idle_minutes, merged.findings.vitals, merged.findings.pe.gu]).toEqual(
    ['Mine', '20', ['mine'], ['theirs']],
  );
});
