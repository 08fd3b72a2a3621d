import { expect, test } from 'vitest';

import { isSameName } from '@/lib/sameName';

test.each([
  ['Amelia Hart', 'Amelia Hart'],
  [' amelia   HART ', 'Amelia Hart'],
  ['Hart, Amelia', 'Amelia Hart'],
  ['Jose Munoz', 'José Muñoz'],
  ['Jose\u0301 Mun\u0303oz', 'José Muñoz'],
  ['Sinead O\u2019Brien', "Sinéad O'Brien"],
  ['layla el sayed', 'Layla El-Sayed'],
  ['El Sayed Layla', 'Layla El Sayed'],
  ['Lukasz Strasse', 'Łukasz Straße'],
  ['Bjorn Aerlig', 'Bjørn Ærlig'],
  ['李 美', '美 李'],
  ['Mary Jo King', 'Mary Jo King Jr.'],
  ['Mary Jo King, Jr', 'Mary Jo King'],
  ['Junior Silva', 'Silva, Junior'],
])('%s is %s', (typed, name) => expect(isSameName(typed, name)).toBe(true));

test.each([
  ['Amelia', 'Amelia Hart'],
  ['Hart', 'Amelia Hart'],
  ['A. Hart', 'Amelia Hart'],
  ['Amelia Heart', 'Amelia Hart'],
  ['', 'Amelia Hart'],
  ['Amelia Hart Amelia Hart', 'Amelia Hart'],
  ['...', '...'],
])('%s is not %s', (typed, name) => expect(isSameName(typed, name)).toBe(false));
