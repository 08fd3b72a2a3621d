/** The clinic whose address this is: the server writes it into the page, so that it can be read before anybody has signed in. */
export function clinicName(): string | null {
  const name = document.querySelector<HTMLMetaElement>('meta[name="clinic"]')?.content;
  // A page that Vite serves has nobody to fill it in.
  return name && name !== '__CLINIC_NAME__' ? name : null;
}
