/** The clinic's name from the page's meta tag, which the server fills in: known before anybody has signed in. */
export function clinicName(): string | null {
  const name = document.querySelector<HTMLMetaElement>('meta[name="clinic"]')?.content;
  // Vite serves the page without filling it in.
  return name && name !== '__CLINIC_NAME__' ? name : null;
}
