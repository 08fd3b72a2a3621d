/**
 * Copies a text, or the promise of one: Safari allows copying only within the tap itself, so it is given the promise. Returns false when
 * the browser refuses, and rejects when the promise does.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  const coming = Promise.resolve(text);
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard && typeof ClipboardItem !== 'undefined' && typeof clipboard.write === 'function') {
    const item = new ClipboardItem({
      'text/plain': coming.then((value) => new Blob([value], { type: 'text/plain' })),
    });
    if (await succeeds(clipboard.write([item]))) {
      await coming;
      return true;
    }
  }
  const value = await coming;
  if (clipboard && (await succeeds(clipboard.writeText(value)))) return true;
  return copyBySelection(value);
}

function succeeds(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}

/** For plain http on a clinic's own network, where browsers offer no clipboard. */
function copyBySelection(value: string): boolean {
  const area = document.createElement('textarea');
  area.value = value;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Within an open dialog, whose focus trap would take the selection back before the copy.
  (document.querySelector('[role="dialog"]') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
  }
}
