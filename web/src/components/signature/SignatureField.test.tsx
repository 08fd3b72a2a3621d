import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { SignatureField } from '@/components/signature/SignatureField';
import { missingSignature } from '@/components/signature/strokes';
import { stubCanvas, stubPng } from '@/testing/stubCanvas';

beforeEach(() => stubCanvas());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const sent = vi.fn();

function Form({
  error,
  disabled,
  signer,
}: {
  error?: string;
  disabled?: boolean;
  signer?: string;
}) {
  const [value, setValue] = useState('');
  const change = (png: string) => {
    sent(png);
    setValue(png);
  };
  return (
    <>
      <SignatureField
        label="Provider signature"
        height={100}
        value={value}
        onChange={change}
        error={error}
        disabled={disabled}
        signer={signer}
      />
      <button onClick={() => setValue('')}>Reset the form</button>
    </>
  );
}

beforeEach(() => sent.mockClear());

const box = () => screen.getByRole('img');
const button = (name: string) => screen.getByRole('button', { name });

function draw(...points: [number, number][]) {
  const [first = [0, 0], ...others] = points;
  const at = ([clientX, clientY]: [number, number]) => ({ clientX, clientY, button: 0, which: 1 });
  fireEvent.mouseDown(box(), at(first));
  others.forEach((point) => fireEvent.mouseMove(box(), at(point)));
  fireEvent.mouseUp(document, at(others.at(-1) ?? first));
}

const signature: [number, number][] = [
  [20, 60],
  [60, 20],
  [100, 60],
  [140, 20],
  [180, 60],
];

test('a drawn signature is handed on as a picture', () => {
  render(<Form />);
  expect(box()).toHaveAccessibleName('Provider signature: not signed yet');
  draw(...signature);
  expect(sent).toHaveBeenLastCalledWith(stubPng);
  expect(box()).toHaveAccessibleName('Provider signature: signed');
});

test('an accidental touch is no signature, and can be undone', async () => {
  render(<Form />);
  draw([50, 50]);
  expect(sent).toHaveBeenLastCalledWith('');
  await userEvent.click(button('Undo stroke'));
  expect(button('Clear')).toBeDisabled();
});

test('undo takes the last stroke only', async () => {
  render(<Form />);
  draw(...signature);
  draw([200, 20], [240, 60], [280, 20]);
  await userEvent.click(button('Undo stroke'));
  expect(sent).toHaveBeenLastCalledWith(stubPng);
  await userEvent.click(button('Undo stroke'));
  expect(sent).toHaveBeenLastCalledWith('');
  expect(button('Undo stroke')).toBeDisabled();
});

test('a name can be typed by keyboard alone, and what was drawn comes back', async () => {
  render(<Form error={missingSignature} />);
  draw(...signature);
  await userEvent.click(button('Type instead'));
  expect(sent).toHaveBeenLastCalledWith('');
  expect(screen.getByText('Please type your full name.')).toBeVisible();
  expect(screen.getByLabelText('Full name')).toHaveFocus();
  await userEvent.keyboard('A');
  expect(sent).toHaveBeenLastCalledWith('');
  await userEvent.keyboard('my Hart');
  expect(sent).toHaveBeenLastCalledWith(stubPng);
  await userEvent.click(button('Clear'));
  expect(screen.getByLabelText('Full name')).toHaveValue('');
  await userEvent.click(button('Draw instead'));
  expect(sent).toHaveBeenLastCalledWith(stubPng);
});

test("a typed signature is the signer's name, case and accents aside, or none", async () => {
  const { rerender } = render(<Form signer="Zoë Hart" />);
  await userEvent.click(button('Type instead'));
  expect(screen.getByRole('group')).toHaveAccessibleDescription(
    "A typed signature is the signer's name: Zoë Hart",
  );
  await userEvent.keyboard('Somebody Else');
  expect(sent).not.toHaveBeenCalledWith(stubPng);
  expect(box()).toHaveAccessibleName('Provider signature: not signed yet');
  await userEvent.clear(screen.getByLabelText('Full name'));
  await userEvent.keyboard('hart, ZOE');
  expect(sent).toHaveBeenLastCalledWith(stubPng);
  // The signer has changed, so the typed name is no signature any more.
  rerender(<Form signer="Zoë Hartmann" />);
  expect(sent).toHaveBeenLastCalledWith('');
  rerender(<Form signer="Zoë Hart" />);
  expect(sent).toHaveBeenLastCalledWith(stubPng);
  // A drawing is anybody's hand.
  await userEvent.click(button('Draw instead'));
  draw(...signature);
  expect(sent).toHaveBeenLastCalledWith(stubPng);
});

test('nothing is drawn on a typed name', async () => {
  render(<Form />);
  await userEvent.click(button('Type instead'));
  sent.mockClear();
  draw(...signature);
  expect(sent).not.toHaveBeenCalled();
});

test('a form that is reset clears the box, and it can be signed again', async () => {
  render(<Form />);
  draw(...signature);
  await userEvent.click(button('Reset the form'));
  expect(button('Clear')).toBeDisabled();
  draw([20, 60], [22, 62], [24, 64]);
  expect(sent).toHaveBeenLastCalledWith('');
  draw(...signature);
  expect(sent).toHaveBeenLastCalledWith(stubPng);
});

test('a picture in the form that was not drawn here is no signature', () => {
  const change = vi.fn();
  render(
    <SignatureField label="Provider signature" height={100} value={stubPng} onChange={change} />,
  );
  expect(change).toHaveBeenCalledExactlyOnceWith('');
});

test('a browser that hides the drawing from the page gets a message, and no false picture is kept', () => {
  stubCanvas({ blind: true });
  render(<Form />);
  draw(...signature);
  expect(sent).toHaveBeenLastCalledWith('');
  expect(screen.getByText(/does not let the page read the drawing/)).toBeVisible();
});

test('a drawing too large to keep is refused in words', () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(
    `data:image/png;base64,${btoa('x'.repeat(64 * 1024))}`,
  );
  render(<Form />);
  draw(...signature);
  expect(sent).toHaveBeenLastCalledWith('');
  expect(screen.getByText(/too dense/)).toBeVisible();
});

test('the error is read out with the box', () => {
  render(<Form error={missingSignature} />);
  expect(screen.getByRole('group', { name: 'Provider signature' })).toHaveAccessibleDescription(
    'Please sign in the box.',
  );
});

test('a disabled pad accepts no strokes', () => {
  render(<Form disabled />);
  draw(...signature);
  expect(sent).not.toHaveBeenCalled();
  expect(button('Type instead')).toBeDisabled();
});

test('without a canvas the field says so instead of breaking the page', () => {
  vi.unstubAllGlobals();
  render(<Form />);
  expect(
    screen.getByText('This browser has no drawing area. Please sign in another browser.'),
  ).toBeVisible();
});
