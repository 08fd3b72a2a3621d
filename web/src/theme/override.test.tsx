import { createTheme, ThemeProvider } from '@mui/material/styles';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';

import { createStore } from '@/api/store';
import { Button } from '@/components/Button';
import { ButtonAnchor } from '@/components/ButtonAnchor';
import { ButtonLink } from '@/components/ButtonLink';
import { DayInput } from '@/components/DayInput';
import { PasswordInput } from '@/components/PasswordInput';
import { PatientSearch } from '@/components/PatientSearch';
import { SelectInput } from '@/components/SelectInput';
import { TextArea } from '@/components/TextArea';
import { TextInput } from '@/components/TextInput';
import { WordButton } from '@/components/WordButton';
import { theme } from '@/theme/theme';

/** What somebody who knows MUI would write to change every button and every field. */
const overridden = createTheme(theme, {
  components: {
    MuiButton: { styleOverrides: { root: { letterSpacing: '3px' } } },
    MuiOutlinedInput: { styleOverrides: { root: { letterSpacing: '3px' } } },
  },
});

const draw = (children: ReactNode) =>
  render(
    <Provider store={createStore()}>
      <MemoryRouter>
        <ThemeProvider theme={overridden}>{children}</ThemeProvider>
      </MemoryRouter>
    </Provider>,
  );
const nothing = () => {};

describe('an override in the theme has effect on', () => {
  test.each([
    ['Button', <Button key="">Go on</Button>],
    [
      'ButtonLink',
      <ButtonLink key="" to="/">
        Go on
      </ButtonLink>,
    ],
    [
      'ButtonAnchor',
      <ButtonAnchor key="" href="/">
        Go on
      </ButtonAnchor>,
    ],
    ['WordButton', <WordButton key="" label="Go on" name="Go on" onPress={nothing} />],
  ])('%s', (_name, button) => {
    draw(button);
    expect(screen.getByText('Go on')).toHaveStyle({ letterSpacing: '3px' });
  });

  test.each([
    ['TextInput', <TextInput key="" label="Lot" />],
    ['PasswordInput', <PasswordInput key="" label="Lot" />],
    ['DayInput', <DayInput key="" label="Lot" value="" onChange={nothing} />],
    ['TextArea', <TextArea key="" label="Lot" />],
    [
      'SelectInput',
      <SelectInput key="" label="Lot" options={['One']} value="One" onChange={nothing} />,
    ],
    ['PatientSearch', <PatientSearch key="" label="Lot" value={null} onChange={nothing} />],
  ])('%s', (_name, field) => {
    draw(field);
    expect(screen.getByLabelText('Lot').parentElement).toHaveStyle({ letterSpacing: '3px' });
  });
});
