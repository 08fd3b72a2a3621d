/** The text of the file and the print of recovery codes. */
export function recoveryCodesFile(clinic: string, email: string, codes: readonly string[]): string {
  return [
    `Recovery codes for ${email} at ${clinic}`,
    'Each works once, in place of the code of your authenticator app.',
    '',
    ...codes,
    '',
  ].join('\n');
}

/** Hands the text to the browser as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
