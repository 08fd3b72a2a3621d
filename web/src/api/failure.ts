import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';

import type { SeriesConflict, Warning } from '@/api/generated';

/** Every call fails with this. `message` is the server's sentence, or 'Request failed'. */
export interface ApiFailure {
  status: number | 'NETWORK';
  message: string;
  /** The server's error code, such as 'proof_required'; empty when the answer had none. */
  code: string;
  /** What is wrong with each field (only with 422). */
  fields: Record<string, string>;
  /** What the person must confirm before it is saved (only with the code 'unconfirmed'). */
  warnings?: Warning[];
  /** The dates of a series that are not free (only with the code 'series_conflicts'). */
  conflicts?: SeriesConflict[];
}

export function toFailure({
  status,
  data,
}: Pick<FetchBaseQueryError, 'status'> & { data?: unknown }): ApiFailure {
  const body = isRecord(data) ? data : {};
  const conflicts = Array.isArray(body['conflicts']) ? body['conflicts'].filter(isConflict) : [];
  const warnings = Array.isArray(body['warnings']) ? body['warnings'].filter(isWarning) : [];
  return {
    status: typeof status === 'number' ? status : 'NETWORK',
    message: typeof body['error'] === 'string' ? body['error'] : 'Request failed',
    code: typeof body['code'] === 'string' ? body['code'] : '',
    fields: isRecord(body['fields']) ? onlyText(body['fields']) : {},
    ...(warnings.length > 0 && { warnings }),
    ...(conflicts.length > 0 && { conflicts }),
  };
}

/** Whether something thrown is a failed call. */
export function isFailure(thrown: unknown): thrown is ApiFailure {
  return (
    isRecord(thrown) &&
    'status' in thrown &&
    typeof thrown['message'] === 'string' &&
    isRecord(thrown['fields'])
  );
}

/** Whether the same call may succeed later: the server was out of reach, in trouble or too busy. */
export function isTransient(failure: unknown): boolean {
  return (
    isFailure(failure) &&
    (failure.status === 'NETWORK' || failure.status === 429 || failure.status >= 500)
  );
}

/** What an awaited call threw, as a failure. A bug of our own becomes 'Request failed' and is logged. */
export function asFailure(thrown: unknown): ApiFailure {
  if (isFailure(thrown)) return thrown;
  console.error(thrown);
  return { status: 'NETWORK', message: 'Request failed', code: '', fields: {} };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWarning(value: unknown): value is Warning {
  return (
    isRecord(value) && typeof value['code'] === 'string' && typeof value['message'] === 'string'
  );
}

function isConflict(value: unknown): value is SeriesConflict {
  return (
    isRecord(value) && typeof value['date'] === 'string' && typeof value['message'] === 'string'
  );
}

function onlyText(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
