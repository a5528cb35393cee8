import table from 'virtual:operations';
import type { operations } from '@atrium/api-client/schema.d.ts';
import { takeAhead } from './ahead.ts';
import { ApiError } from './api-error.ts';
import { type Asker, headersOf } from './asker.ts';
import { loadWords } from './i18n/words.ts';
import { askForProof } from './proof.ts';
import { getSession, isSame, refresh, sessionNow } from './session.ts';
import { enteredTenant } from './tenant.ts';
import { secondsUntil } from './time.ts';

export type OperationId = keyof operations;
type Op<Id extends OperationId> = operations[Id];
type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;

type SentIn<T> = T extends { content: { 'text/csv': unknown } } ? Blob : JsonOf<T>;

export type BodyOf<Id extends OperationId> =
  Op<Id> extends { requestBody?: infer Request } ? SentIn<NonNullable<Request>> : undefined;
export type QueryOf<Id extends OperationId> =
  Op<Id> extends { parameters: { query?: infer Query } } ? Query : undefined;
export type PathOf<Id extends OperationId> =
  Op<Id> extends { parameters: { path: infer Path } } ? Path : undefined;
export type AnswerOf<Id extends OperationId> = {
  [Status in keyof Op<Id>['responses']]: Status extends 200 | 201 | 202 | 204
    ? JsonOf<Op<Id>['responses'][Status]>
    : never;
}[keyof Op<Id>['responses']];

type Part<Name extends string, T> = [T] extends [undefined] | [never]
  ? { [Key in Name]?: undefined }
  : undefined extends T
    ? { [Key in Name]?: T }
    : { [Key in Name]: T };
/** The input of an operation: values of its path, its query, its body. */
export type InputOf<Id extends OperationId> = Part<'path', PathOf<Id>> & {
  query?: QueryOf<Id>;
  body?: BodyOf<Id>;
  headers?: Record<string, string>;
};

export { ApiError, type FieldError } from './api-error.ts';

type Options = { signal?: AbortSignal; isBackground?: boolean };

/** Calls an operation of the API and returns its answer. Throws an ApiError. */
export async function call<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  options: Options = {},
): Promise<AnswerOf<Id>> {
  const answer = await send(id, input, options);
  // What is done later may be answered without a word.
  const isEmpty = answer.headers.get('content-length') === '0';
  if (answer.status === 204 || (answer.status === 202 && isEmpty)) return undefined as AnswerOf<Id>;
  if (!isOf(answer, 'json')) throw noAnswer();
  return answer.json().catch(lost(options.signal)) as Promise<AnswerOf<Id>>;
}

/** Returns whether an answer is of the kind that was asked for: what stands between may answer a page of its own. */
const isOf = ({ status, headers }: Response, type: string) =>
  [200, 201, 202].includes(status) && (headers.get('content-type') ?? '').includes(type);

const noAnswer = () => new ApiError(0, { code: 'OFFLINE' });

/** Returns what makes of an answer that was cut off none at all, unless nobody waits for it any more. */
const lost = (signal?: AbortSignal) => (error: unknown) => {
  throw signal?.aborted ? error : noAnswer();
};

/** Calls an operation that answers a file, and returns it under the name that the server gives it. */
export async function download<Id extends OperationId>(id: Id, input: InputOf<Id>): Promise<File> {
  const answer = await send(id, input, {});
  const said = answer.headers.get('content-disposition');
  if (said === null || isOf(answer, 'html')) throw noAnswer();
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(said) ?? [];
  const [, plain = ''] = /filename="([^"]*)"/.exec(said) ?? [];
  return new File(
    [await answer.blob().catch(lost())],
    encoded ? decodeURIComponent(encoded) : plain,
  );
}

/** Calls an operation whose answer goes on, and returns it as it begins. */
export const listen = (id: OperationId, options: Options & Pick<Loose, 'headers'>) =>
  send(id, { ...(options.headers ? { headers: options.headers } : {}) }, options);

/** Sends a request; one that needs a proof of who is there asks for it, and goes on. */
async function send(id: OperationId, input: Loose, options: Options): Promise<Response> {
  const session = sessionNow();
  const asker = session && { session, tenantUuid: enteredTenant() ?? session.user.tenantUuid };
  try {
    return await sendRenewed(id, input, options, asker);
  } catch (error) {
    const isProof = id === 'proveMe' || id === 'beginProof';
    const needsProof = !isProof && error instanceof ApiError && error.code === 'PROOF_REQUIRED';
    if (!needsProof || !(await askForProof())) throw error;
    const proven = sessionNow();
    if (!asker || !proven || !isSame(proven.user, asker.session.user)) throw error;
    return sendRenewed(id, input, options, { ...asker, session: proven });
  }
}

/** Sends a request, once more with a new access token when the one before has expired. */
async function sendRenewed(
  id: OperationId,
  input: Loose,
  options: Options,
  asker: Asker | undefined,
): Promise<Response> {
  const first = await fetchOnce(id, input, options, asker);
  if (first.ok) return first;
  const failed = await failureOf(first);
  const isExpired = failed.status === 401 && failed.code !== 'WRONG_SECOND_FACTOR';
  if (!isExpired || !asker || !getSession()) throw failed;
  // Another call may have got a new token while this one waited for its answer.
  const isRenewed = getSession()?.accessToken !== asker.session.accessToken;
  if (!isRenewed && !(await refresh(options.isBackground))) throw failed;
  // What one person asked for in one firm is sent again as the same person in the same firm, or not at all.
  const renewed = sessionNow();
  if (!renewed || !isSame(renewed.user, asker.session.user)) throw failed;
  const answer = await fetchOnce(id, input, options, { ...asker, session: renewed });
  if (answer.ok) return answer;
  throw await failureOf(answer);
}

async function failureOf(answer: Response): Promise<ApiError> {
  const [problem] = await Promise.all([
    answer.json().catch(() => ({})),
    // The sentences for failures are fetched with the first of them.
    loadWords(['problems']).catch(() => undefined),
  ]);
  const { headers } = answer;
  const retryAfter = secondsUntil(headers.get('retry-after'), headers.get('date'));
  return new ApiError(answer.status, problem as Record<string, unknown>, retryAfter);
}

type Loose = { path?: unknown; query?: unknown; body?: unknown; headers?: Record<string, string> };

async function fetchOnce(
  id: OperationId,
  input: Loose,
  { signal, isBackground }: Options,
  asker: Asker | undefined,
) {
  const [method, path] = rowOf(id);
  const hasBody = input.body !== undefined;
  const address = path.replace(/\{(\w+)\}/g, valueIn(input.path)) + queryText(input.query);
  try {
    const ahead = method === 'GET' && asker && takeAhead(address, asker);
    if (ahead) return await ahead;
    return await fetch(address, {
      method,
      ...(signal ? { signal } : {}),
      headers: {
        ...(asker ? headersOf(asker) : {}),
        ...(isBackground ? { 'x-background': 'true' } : {}),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...input.headers,
      },
      ...(hasBody
        ? { body: isSentAsIs(input.body) ? input.body : JSON.stringify(input.body) }
        : {}),
    });
  } catch (error) {
    return lost(signal)(error);
  }
}

const isSentAsIs = (body: unknown) => typeof body === 'string' || body instanceof Blob;

function rowOf(id: OperationId) {
  const row = table[id];
  if (!row) throw new Error(`There is no operation ${id}`);
  return row;
}

const valueIn = (values: unknown) => (_: string, name: string) =>
  encodeURIComponent(String((values as Record<string, unknown> | undefined)?.[name]));

function queryText(query: unknown): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {}))
    for (const each of [value].flat())
      if (each !== undefined && each !== '') search.append(key, String(each));
  const text = search.toString();
  return text ? `?${text}` : '';
}
