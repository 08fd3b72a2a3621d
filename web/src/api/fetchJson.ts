import { asFailure, toFailure, type ApiFailure } from '@/api/failure';

interface Options {
  body?: unknown;
  method?: 'POST';
  /** The version of what is changed that the person saw. */
  seen?: number;
  signal?: AbortSignal;
}

/**
 * One call of a page that has no store: the platform's and the patient's. Resolves to the answer's JSON, or rejects with an `ApiFailure`.
 */
export async function fetchJson<T>(
  path: string,
  { body, method, seen, signal }: Options = {},
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      ...(signal && { signal }),
      ...(method && { method }),
      ...(body !== undefined && {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(seen !== undefined && { 'If-Match': String(seen) }),
        },
        body: JSON.stringify(body),
      }),
    });
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    throw {
      status: 'NETWORK',
      message: 'Celadon could not be reached. Please check the connection and try again.',
      code: '',
      fields: {},
    } satisfies ApiFailure;
  }
  const data: unknown =
    response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (!response.ok) throw toFailure({ status: response.status, data });
  return data as T;
}

export { asFailure };
