/** Refusals of what the CRM hides, as services pass them on: whole, the place in the statement, or the code alone. */

import { BackendError } from '../../connector-service/backend.ts';
import { isObject } from '../../contract/wire/json.ts';

const errorPosition = /ERROR at Row:\d+:Column:\d+/;

/** The error with as much of its text as the fault leaves; any other error as it is. */
export function saying(says: 'text' | 'place' | 'code' | undefined, error: unknown): unknown {
  if (says === undefined || says === 'text' || !(error instanceof BackendError)) return error;
  const { status, body, headers } = error;
  if (!Array.isArray(body)) return error;
  const left = body.map((entry: unknown) =>
    isObject(entry)
      ? {
          ...entry,
          message: says === 'place' ? (errorPosition.exec(String(entry.message))?.[0] ?? '') : '',
        }
      : entry,
  );
  return new BackendError(status, left, headers);
}
