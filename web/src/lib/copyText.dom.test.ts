import { afterEach, describe, expect, test, vi } from 'vitest';

import { copyText } from '@/lib/copyText';

function stubClipboard(clipboard: Partial<Clipboard> | undefined) {
  vi.stubGlobal('navigator', { ...navigator, clipboard });
}

class Item {
  readonly parts: Record<string, Promise<Blob>>;
  constructor(parts: Record<string, Promise<Blob>>) {
    this.parts = parts;
  }
}

afterEach(() => vi.unstubAllGlobals());

describe('copyText', () => {
  test('hands over a text that is still on its way, so that the copy counts as part of the tap', async () => {
    vi.stubGlobal('ClipboardItem', Item);
    const copied: Blob[] = [];
    let writtenBeforeTheAnswer = false;
    const write = vi.fn(async (items: unknown) => {
      writtenBeforeTheAnswer = true;
      const part = (items as Item[])[0]?.parts['text/plain'];
      if (part) copied.push(await part);
    });
    stubClipboard({ write } as Partial<Clipboard>);
    let arrive: (text: string) => void = () => {};
    const copying = copyText(
      new Promise<string>((resolve) => {
        arrive = resolve;
      }),
    );
    expect(writtenBeforeTheAnswer).toBe(true);
    arrive('https://linden.example/portal');
    expect(await copying).toBe(true);
    expect(copied.map(({ size, type }) => [size, type])).toEqual([
      ['https://linden.example/portal'.length, 'text/plain'],
    ]);
  });

  test('falls back to writeText where the browser has no ClipboardItem', async () => {
    vi.stubGlobal('ClipboardItem', undefined);
    const writeText = vi.fn(async (_text: string) => {});
    stubClipboard({ writeText });
    expect(await copyText('link')).toBe(true);
    expect(writeText).toHaveBeenCalledWith('link');
  });

  test('falls back to a selection where there is no clipboard, and leaves nothing behind', async () => {
    stubClipboard(undefined);
    const selected: string[] = [];
    document.execCommand = () => {
      selected.push(document.querySelector('textarea')?.value ?? '');
      return true;
    };
    expect(await copyText('link')).toBe(true);
    expect(selected).toEqual(['link']);
    expect(document.querySelector('textarea')).toBeNull();
  });

  test('says so when the browser refuses', async () => {
    stubClipboard({ writeText: () => Promise.reject(new Error('denied')) });
    document.execCommand = () => false;
    expect(await copyText('link')).toBe(false);
  });

  test('a text that was not loaded has its own message', async () => {
    stubClipboard(undefined);
    await expect(copyText(Promise.reject(new Error('no link')))).rejects.toThrow('no link');
  });
});
