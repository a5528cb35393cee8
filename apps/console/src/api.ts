import table from 'virtual:operations';
import type { operations } from '@atrium/api-client/schema.d.ts';
import { askingAs, type Who } from '../../../packages/client/src/asking.ts';
import { identityOf } from '../../../packages/client/src/authentication.ts';
import { senderTo } from '../../../packages/client/src/connection.ts';
import { ConnectionError } from '../../../packages/client/src/errors.ts';
import { requestOf as requestOfRow } from '../../../packages/client/src/request.ts';
import { ApiError } from './api-error.ts';
import { loadWords } from './i18n/words.ts';
import { askForProof } from './proof.ts';
import { getSession, isSame, refresh, type Session, sessionNow } from './session.ts';
import { enteredTenant } from './tenant.ts';
import { secondsUntil } from './time.ts';

export type OperationId = keyof operations;
type Op<Id extends OperationId> = operations[Id];
type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;

export type BodyOf<Id extends OperationId> =
  Op<Id> extends { requestBody?: infer Request } ? JsonOf<NonNullable<Request>> : undefined;
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

/** Sends a request as programs do; once more with a new access token when the one before has expired. */
async function sendRenewed(
  id: OperationId,
  input: Loose,
  { signal, isBackground }: Options,
  asker: Asker,
): Promise<Response> {
  const { path, headers, ...sent } = requestOf(id, input);
  const init = {
    ...sent,
    headers: { ...headers, ...(isBackground && { 'x-background': 'true' }), ...input.headers },
    // A file may be kept elsewhere.
    redirect: 'follow' as const,
    ...(signal && { signal }),
  };
  const ask = askingAs(whoOf(asker, isBackground), line);
  const answer = await ask(path, () => init, { signal, isPublic: !asker }).catch((error) => {
    throw error instanceof ConnectionError ? noAnswer() : error;
  });
  if (answer.ok) return answer;
  throw await failureOf(answer);
}

const line = senderTo({ baseUrl: '' });

/** Returns who asks. What one person asked for in one firm is sent again as the same person, or not at all. */
function whoOf(asker: Asker, isBackground: boolean | undefined): Who {
  let session = asker?.session;
  return {
    identity: async () => (session ? identityOf(session, asker?.tenantUuid) : {}),
    canRenew: true,
    async renewAfter() {
      if (!getSession()) return false;
      // Another call may have got a new token while this one waited for its answer.
      const isRenewed = getSession()?.accessToken !== session?.accessToken;
      if (!isRenewed && !(await refresh(isBackground))) return false;
      const renewed = sessionNow();
      if (!renewed || !isSame(renewed.user, session?.user)) return false;
      session = renewed;
      return true;
    },
  };
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

/** Who asks, and in which firm: the own one, or that which a platform administrator has entered. */
type Asker = { session: Session; tenantUuid: string } | undefined;

/** Returns what is sent for an operation. */
function requestOf(id: OperationId, { path, query, body, headers }: Loose) {
  const row = table[id];
  if (!row) throw new Error(`There is no operation ${id}`);
  const [method, address] = row;
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== '');
  const takes = headers?.['content-type'] ?? 'application/json';
  const known = { method, path: address, query: asked.map(([name]) => name), takes };
  const given = { ...Object.fromEntries(asked), ...(path as object | undefined), body };
  return { method, ...requestOfRow(known, given, {}) };
}
