import type { ClearanceStatus } from '@/api/generated';

/** Whether the patient may be treated. */
export const isCleared = (status: ClearanceStatus) => status === 'valid' || status === 'expiring';
