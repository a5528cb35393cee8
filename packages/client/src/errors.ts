/** A field of a request that is not right: `field` is its path, as contactPhone.number. */
export type FieldError = { field: string; code: string; message: string };

/** What an error knows of the answer that it was made of. */
export type ErrorDetails = {
  status: number;
  code: string;
  detail: string;
  requestId: string | undefined;
  errors: FieldError[];
};

/** An answer of Atrium that is a failure. `code` is what programs compare; each code has a class of its own. */
export class AtriumError extends Error {
  override name = 'AtriumError';
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  /** Finds the request in the log of the installation. */
  readonly requestId: string | undefined;
  readonly errors: FieldError[];

  constructor({ status, code, detail, requestId, errors }: ErrorDetails) {
    const fields = errors.map((each) => `${each.field} ${each.message}`);
    super([`${code}: ${detail}`, ...fields].join('; '));
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
    this.errors = errors;
  }
}

/** There was no answer: the address cannot be reached, or the connection was lost. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
}

/** An answer was lost to what works once: the request is not sent again. */
export class LostAnswerError extends ConnectionError {}

/** A message to a webhook that its sender did not sign, or long ago. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

/** The classes of errors by code. */
export type ErrorClasses = Readonly<Record<string, new (details: ErrorDetails) => AtriumError>>;

/** Returns the error that an answer tells: by its problem document, else by its status alone. */
export async function errorOf(response: Response, classes: ErrorClasses): Promise<AtriumError> {
  if (isRedirect(response)) return redirected(response);
  const text = await response.text().catch(() => '');
  const body = parsed(text);
  const code = codeIn(body, response.status);
  const details = {
    status: response.status,
    code,
    detail:
      word(body.detail) ??
      word(body.error_description) ??
      `The server answered ${response.status}, which is not told as Atrium does: ${wordsOf(response, text)}`,
    requestId: word(body.requestId) ?? response.headers.get('x-request-id') ?? undefined,
    errors: Array.isArray(body.errors) ? body.errors.filter(isFieldError) : [],
  };
  const Known = Object.hasOwn(classes, code) ? classes[code] : undefined;
  return new (Known ?? AtriumError)(details);
}

/** Returns the code of a failure by its answer alone, as `errorOf` does. */
export const codeOf = async (response: Response): Promise<string> =>
  codeIn(parsed(await response.text().catch(() => '')), response.status);

const codeIn = ({ code, error }: Record<string, unknown>, status: number): string =>
  word(code) ?? word(error)?.toUpperCase() ?? `HTTP_${status}`;

const word = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Returns whether a request may have been done that was refused: the database was lost, perhaps as it committed. */
export const mayBeDone = ({ status, code }: AtriumError): boolean =>
  status === 503 && code === 'UNAVAILABLE';

/** Returns the error of an answer that is said to be a success and is not what the operation gives. */
export function invalidAnswer(response: Response, text: string): AtriumError {
  return new AtriumError({
    status: response.status,
    code: 'INVALID_ANSWER',
    detail: `The answer is not Atrium's, something between gave or changed it: ${wordsOf(response, text)}`,
    requestId: response.headers.get('x-request-id') ?? undefined,
    errors: [],
  });
}

const isRedirect = ({ status, type }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

/** Following would make a GET of a POST, and carry the token to another server or lose it. */
function redirected({ status, headers }: Response): AtriumError {
  const to = headers.get('location') ?? 'another address';
  const detail = `The server leads to ${to}, which is not followed: give Atrium's own address as baseUrl`;
  return new AtriumError({ status, code: 'REDIRECTED', detail, requestId: undefined, errors: [] });
}

/** Returns what came in words: its media type, and its title or how it begins. */
function wordsOf({ headers }: Response, text: string): string {
  const type = headers.get('content-type')?.split(';')[0] ?? 'no media type';
  const start = text.slice(0, 2_000);
  const title = /<title[^>]*>([^<]+)/i.exec(start)?.[1] ?? start.replace(/<[^<>]*>/g, ' ');
  const words = title.replace(/\s+/g, ' ').trim().slice(0, 100);
  return `${type}, ${words === '' ? 'empty' : `"${words}"`}`;
}

const isFieldError = (value: unknown): value is FieldError =>
  typeof value === 'object' && value !== null && 'field' in value;

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
