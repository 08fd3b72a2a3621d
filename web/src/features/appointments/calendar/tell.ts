/** Whether the patient gets a message about a change; 'at_once': in the quiet hours as well. */
export type Tell = boolean | 'at_once';

/** The fields of a request; what the server assumes is left out. */
export const tellFields = (tell: Tell): { tell?: false; tell_at_once?: true } =>
  tell === 'at_once' ? { tell_at_once: true } : tell ? {} : { tell: false };
