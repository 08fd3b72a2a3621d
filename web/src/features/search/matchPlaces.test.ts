import { expect, test } from 'vitest';

import { matchPlaces, type Place } from '@/features/search/matchPlaces';

const places: Place[] = [
  { to: '/patients?new', label: 'Add patient', words: 'new client', icon: null, isAction: true },
  { to: '/patients', label: 'Clients', words: 'patients', icon: null },
  { to: '/gfe-templates', label: 'Clinical Records', words: 'exam templates', icon: null },
];
const found = (typed: string) => matchPlaces(places, typed).map(({ label }) => label);

test.each([
  ['', ['Clients', 'Clinical Records']],
  ['  ', ['Clients', 'Clinical Records']],
  ['cli', ['Add patient', 'Clients', 'Clinical Records']],
  ['PATIENT add', ['Add patient']],
  ['récords', ['Clinical Records']],
  ['exam rec', ['Clinical Records']],
  ['ients', []],
  ['clients anna', []],
])('"%s" finds %j', (typed, labels) => expect(found(typed)).toEqual(labels));
