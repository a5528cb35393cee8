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
  const text = await response.text().catch(() => '');
  const body = parsed(text);
  const word = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const code = word(body.code) ?? word(body.error)?.toUpperCase() ?? `HTTP_${response.status}`;
  const details = {
    status: response.status,
    code,
    detail:
      word(body.detail) ?? word(body.error_description) ?? `The server answered ${response.status}`,
    requestId: word(body.requestId) ?? response.headers.get('x-request-id') ?? undefined,
    errors: Array.isArray(body.errors) ? (body.errors as FieldError[]) : [],
  };
  const Known = Object.hasOwn(classes, code) ? classes[code] : undefined;
  return new (Known ?? AtriumError)(details);
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
