import { answerOf } from './answer.ts';
import type { Connection } from './connection.ts';
import { requestOf } from './request.ts';
import type { Row } from './table.ts';

export type CallOptions = {
  signal?: AbortSignal;
  /** Makes a repeat answer what the first request did; made by itself where it is not stated. */
  idempotencyKey?: string;
  /** The `version` of the record that a change is based on, or its ETag: an older one is refused (412). */
  ifMatch?: number | string;
  /** The media type that is wanted of an operation which gives several, as text/csv. */
  accept?: string;
};

/** What a call takes: parameters of path and query by name, and the body. */
export type Input = Record<string, unknown> & { body?: unknown };

/** Returns the function that calls operations: signed in, again where that is safe, and with errors thrown. */
export function callerOf({ ask, persist, maxRetries }: Connection) {
  return async function call(
    row: Row,
    input: Input = {},
    options: CallOptions = {},
  ): Promise<unknown> {
    const { signal, idempotencyKey } = options;
    const key = row.takesKey ? (idempotencyKey ?? newKey()) : idempotencyKey;
    const { path, headers, body } = requestOf(row, input, options);
    if (key !== undefined) headers['idempotency-key'] = key;
    // A stream can be read once, so it is sent once.
    const isOnce = body instanceof ReadableStream;
    const init = {
      method: row.method,
      headers,
      ...(body !== undefined && { body }),
      ...(isOnce && { duplex: 'half' }),
      ...(signal && { signal }),
    };
    const asked = () => ask(path, () => init, { signal, isPublic: row.isPublic, isOnce });
    const canRepeat = row.isSafe === true || (row.takesKey === true && key !== undefined);
    const most = isOnce ? 0 : maxRetries;
    return persist({ canRepeat, most, signal }, asked, (response) =>
      answerOf(row, response, signal),
    );
  };
}

/** Returns a key that nobody else has; browsers offer `randomUUID` to secure pages only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
