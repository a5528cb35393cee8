/** One bad field of a request: `field` is its path, as in `contactPhone.number` or `addresses[0].country`. */
export type FieldError = { field: string; code: string; message: string };

/**
 * A way a request can fail. `constraint` names the database constraint that stands for it, and
 * `field` the field of the request that is then at fault: of several the one that its body states, else
 * the last.
 */
export type ProblemType = {
  status: number;
  title: string;
  constraint?: string | readonly string[];
  field?: string | readonly string[];
};

export type Catalogue = Readonly<Record<string, ProblemType>>;

/** The failures that every server has. */
export const kitProblems = {
  VALIDATION_FAILED: { status: 400, title: 'The request is not valid' },
  MALFORMED_JSON: { status: 400, title: 'The body is not valid JSON' },
  HEADER_MISSING: { status: 400, title: 'A required header is missing' },
  MALFORMED_REQUEST: { status: 400, title: 'This is no HTTP request' },
  UNAUTHENTICATED: { status: 401, title: 'Authentication is required' },
  TOKEN_EXPIRED: { status: 401, title: 'The access token has expired' },
  SESSION_ENDED: { status: 401, title: 'The session has ended' },
  FORBIDDEN: { status: 403, title: 'Not allowed' },
  PERSON_REQUIRED: { status: 403, title: 'A machine cannot do this: a person has to' },
  SCOPE_MISSING: { status: 403, title: 'The token does not reach so far' },
  TENANT_MISMATCH: { status: 403, title: 'A header disagrees with the token' },
  USER_INACTIVE: { status: 403, title: 'The user is not active' },
  TENANT_INACTIVE: { status: 403, title: 'The tenant is not active' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method not allowed' },
  REQUEST_TIMEOUT: { status: 408, title: 'The request did not come in time' },
  CONFLICT: { status: 409, title: 'Conflict' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The body is too large' },
  URI_TOO_LONG: { status: 414, title: 'The address is too long' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Unsupported media type' },
  HEADERS_TOO_LARGE: { status: 431, title: 'The headers are too large' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  INTERNAL: { status: 500, title: 'Internal error' },
  OVERLOADED: { status: 503, title: 'Overloaded, try again' },
  UNAVAILABLE: { status: 503, title: 'Temporarily unavailable' },
} as const satisfies Catalogue;

type ProblemOptions = {
  errors?: FieldError[];
  headers?: Record<string, string>;
  /** Further members of the problem document, as RFC 9457 allows. */
  members?: Record<string, string>;
  cause?: unknown;
};

/** A request's failure, on its way to the one error handler. */
export class ProblemError extends Error {
  override name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly errors: FieldError[];
  readonly headers: Record<string, string>;
  readonly members: Record<string, string>;

  constructor(code: string, type: ProblemType, detail: string, options: ProblemOptions) {
    super(detail, { cause: options.cause });
    this.status = type.status;
    this.code = code;
    this.title = type.title;
    this.errors = options.errors ?? [];
    this.headers = options.headers ?? {};
    this.members = options.members ?? {};
  }
}

/** Makes the `Problem` class of a catalogue: `throw new Problem('EMAIL_TAKEN', detail)`. */
export function problemClass<C extends Catalogue>(catalogue: C) {
  return class Problem extends ProblemError {
    constructor(code: keyof C & string, detail?: string, options: ProblemOptions = {}) {
      const type = catalogue[code] as ProblemType;
      super(code, type, detail ?? type.title, options);
    }
  };
}

export class KitProblem extends problemClass(kitProblems) {}

/** The greatest number of bad fields that an answer names. */
export const mostErrors = 50;

/** Returns the 400 for one or more bad fields, of which it names the first fifty. */
export function invalid(...found: FieldError[]): KitProblem {
  const errors = found.slice(0, mostErrors);
  const fields = errors.map((error) => error.field).join(', ');
  return new KitProblem('VALIDATION_FAILED', `Not valid: ${fields}`, { errors });
}

/** Shorthand for a field error. */
export function fieldError(field: string, code: string, message: string): FieldError {
  return { field, code, message };
}
