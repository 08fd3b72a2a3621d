import { asFailure, toFailure, type ApiFailure } from '@/api/failure';

/** One call of a page without the app's store, the platform's or the patient's: the answer, or a rejection with the failure as the app knows it. */
export async function ask<T>(path: string, { body, signal }: { body?: unknown; signal?: AbortSignal } = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      ...(signal && { signal }),
      ...(body !== undefined && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    throw { status: 'NETWORK', message: 'Celadon could not be reached. Please check the connection and try again.', code: '', fields: {} } satisfies ApiFailure;
  }
  const data: unknown = answer.status === 204 ? undefined : await answer.json().catch(() => undefined);
  if (!answer.ok) throw toFailure({ status: answer.status, data });
  return data as T;
}

export { asFailure };
