/** The largest copy that the server makes. */
export const largest = 32 * 1024 * 1024;

/** The SHA-256 of a file in hexadecimal digits, computed in the browser. */
export async function sha256Of(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(await file.arrayBuffer()));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
