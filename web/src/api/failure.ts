import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';

import type { Warning } from '@/api/generated';


/** What every failed call carries: the server's own sentence, or 'Request failed'. */
export interface ApiFailure {
  status: number | 'NETWORK';
  message: string;
  /** For programs: 'proof_required', 'link_invalid'... Empty when the answer named none. */
  code: string;
  /** By field, what is wrong with it (only with 422). */
  fields: Record<string, string>;
  /** What is to be confirmed before it is saved (only with the code 'unconfirmed'). */
  warnings?: Warning[];
}

export function toFailure({ status, data }: Pick<FetchBaseQueryError, 'status'> & { data?: unknown }): ApiFailure {
  const body = isRecord(data) ? data : {};
  const warnings = Array.isArray(body['warnings']) ? body['warnings'].filter(isWarning) : [];
  return {
    status: typeof status === 'number' ? status : 'NETWORK',
    message: typeof body['error'] === 'string' ? body['error'] : 'Request failed',
    code: typeof body['code'] === 'string' ? body['code'] : '',
    fields: isRecord(body['fields']) ? onlyText(body['fields']) : {},
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Tells a failed call from any other thing that was thrown. */
export function isFailure(thrown: unknown): thrown is ApiFailure {
  return isRecord(thrown) && 'status' in thrown && typeof thrown['message'] === 'string' && isRecord(thrown['fields']);
}

/** Whether the same call may succeed a while later without anybody's doing: the server was out of reach, in trouble or too busy. */
export function mayPass(failure: unknown): boolean {
  return isFailure(failure) && (failure.status === 'NETWORK' || failure.status === 429 || failure.status >= 500);
}

/** The failure in what an awaited call threw; a bug in our own code becomes 'Request failed', and is logged. */
export function asFailure(thrown: unknown): ApiFailure {
  if (isFailure(thrown)) return thrown;
  console.error(thrown);
  return { status: 'NETWORK', message: 'Request failed', code: '', fields: {} };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWarning(value: unknown): value is Warning {
  return isRecord(value) && typeof value['code'] === 'string' && typeof value['message'] === 'string';
}

function onlyText(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
