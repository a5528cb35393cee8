import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import {
  type Catalogue,
  fieldError,
  KitProblem,
  ProblemError,
  type ProblemType,
} from '../problem.ts';
import { toFieldErrors } from './validation.ts';

/**
 * Answers every failure as application/problem+json (RFC 9457), or as its route's protocol has it. Named database constraints
 * become the problem that the catalogue gives them; what nobody foresaw is a 500 that says
 * nothing and a log line that says all.
 */
export const errorHandler = fastifyPlugin<FailureOptions>(
  async (app: FastifyInstance, { catalogue, notFoundPage, checkCaller }) => {
    const byConstraint = indexByConstraint(catalogue);
    app.decorateReply('problemCode', '');
    const problemOf = async (error: FastifyError, request: FastifyRequest) => {
      const problem = toProblem(error, request, byConstraint);
      const isRefused = refusals.has(problem.status);
      if (!checkCaller || !isRefused || !request.caller) return problem;
      return (await refusalBy(checkCaller(request))) ?? problem;
    };
    const answer = (request: FastifyRequest, reply: FastifyReply, problem: ProblemError) =>
      notFoundPage && problem.status === 404 && isForPeople(request) && !formOf(request)
        ? notFoundPage(reply)
        : sendProblem(request, reply, problem);

    app.setErrorHandler(async (error: FastifyError, request, reply) => {
      const problem = await problemOf(error, request);
      if (problem.status === 503)
        request.log.warn({ code: problem.code, err: problem.cause }, problem.title);
      else if (problem.status >= 500)
        request.log.error({ err: problem.cause ?? error }, problem.title);
      return answer(request, reply, problem);
    });

    app.setNotFoundHandler((request, reply) => {
      const allowed = methods.filter((method) =>
        app.findRoute({ method, url: request.url.split('?')[0] ?? '' }),
      );
      const problem =
        allowed.length > 0
          ? new KitProblem('METHOD_NOT_ALLOWED', undefined, {
              headers: { allow: allowed.join(', ') },
            })
          : new KitProblem('NOT_FOUND', 'There is nothing at this address');
      return answer(request, reply, problem);
    });
  },
);

export type FailureOptions = {
  catalogue: Catalogue;
  /** Sends the page that browsers get for what is not there, outside of `/api`. */
  notFoundPage?: (reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
  /**
   * Rejects with a problem when the caller may not call at all. It is asked about requests that are refused
   * for what they say, so that such a caller is told this first.
   */
  checkCaller?: (request: FastifyRequest) => Promise<void>;
};

/** The statuses of requests whose path, headers or body do not fit, or that another role may make. */
const refusals = new Set([400, 403, 404, 413, 415]);

const refusalBy = (checked: Promise<void>): Promise<ProblemError | undefined> =>
  checked.then(
    () => undefined,
    (error) => (error instanceof ProblemError && error.status < 500 ? error : undefined),
  );

// The API answers machines, also those that accept everything a browser does.
function isForPeople({ method, url, headers }: FastifyRequest): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && !/^\/api([/?]|$)/.test(url) && (headers.accept?.includes('text/html') ?? false);
}

/** The answer that tells a failure; undefined for one that is told as a problem document. */
export type FailureForm = (
  problem: ProblemError,
) => { contentType: string; body: object } | undefined;

const formOf = ({ routeOptions }: FastifyRequest): FailureForm | undefined =>
  routeOptions.config?.failsAs;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Tells the failures of a route whose protocol has a form of its own for them. */
    failsAs?: FailureForm;
  }
  interface FastifyInstance {
    /** The page that tells of each problem what it means, at the same address for every host. */
    problemsUrl: string;
  }
  interface FastifyRequest {
    /** True when path, headers and body were found to fit. */
    isValid: boolean;
  }
  interface FastifyReply {
    /** The code of the problem that was answered; empty for any other answer. */
    problemCode: string;
  }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Sends a problem as the answer to a request. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: ProblemError) {
  const instance = request.url.split('?')[0] ?? '';
  const { contentType, body } = formOf(request)?.(problem) ?? {
    contentType: 'application/problem+json',
    body: problemDocument(problem, {
      instance,
      requestId: request.id,
      problemsUrl: request.server.problemsUrl,
    }),
  };
  reply.problemCode = problem.code;
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header('content-type', contentType)
    .serializer(JSON.stringify)
    .send(body);
}

/** A problem as RFC 9457 has it, with what every failure of ours says besides. */
export function problemDocument(
  problem: ProblemError,
  {
    instance,
    requestId,
    problemsUrl,
  }: { instance: string; requestId: string; problemsUrl: string },
) {
  return {
    type: `${problemsUrl}#${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail: problem.message,
    instance,
    code: problem.code,
    message: problem.message,
    timestamp: new Date().toISOString(),
    requestId,
    errors: problem.errors,
    ...problem.members,
  };
}

type DatabaseError = Error & { code?: string; constraint?: string };

function toProblem(
  error: FastifyError | DatabaseError,
  request: FastifyRequest,
  byConstraint: Map<string, [string, ProblemType]>,
): ProblemError {
  if (error instanceof ProblemError) return error;
  if ('validation' in error && error.validation) return validationProblem(error);
  const known = byConstraint.get((error as DatabaseError).constraint ?? '');
  if (known) return constraintProblem(...known, request.body, error);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  const mayMend = mending.has(error.code ?? '') ? 'UNAVAILABLE' : undefined;
  const code = byStatus[status ?? 0] ?? mayMend;
  if (code)
    return new KitProblem(code, undefined, {
      cause: error,
      headers: code === 'UNAVAILABLE' ? { 'retry-after': '5' } : {},
    });
  request.log.debug({ code: error.code }, 'unforeseen error');
  return new KitProblem('INTERNAL', 'Something went wrong on our side', { cause: error });
}

const byStatus: Record<number, keyof typeof import('../problem.ts').kitProblems> = {
  400: 'MALFORMED_JSON',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  503: 'OVERLOADED',
};

/** The codes of the network, the disk and PostgreSQL for states that a retry may find mended. */
const mending = new Set(
  [
    'EAI_AGAIN ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOTFOUND EPIPE ETIMEDOUT',
    'ENOENT ENOSPC',
    '08006 25006 25P03 40001 40P01 53100 53200 53300 55P03 57014 57P01 57P02 57P03 58030',
  ].flatMap((codes) => codes.split(' ')),
);

function constraintProblem(
  code: string,
  type: ProblemType,
  body: unknown,
  cause: Error,
): ProblemError {
  const fields = [type.field ?? []].flat();
  const field = fields.find((name) => Object.hasOwn(Object(body), name)) ?? fields.at(-1);
  const errors = field === undefined ? [] : [fieldError(field, code, type.title)];
  return new ProblemError(code, type, type.title, { cause, errors });
}

/** An identifier that cannot exist is an unknown record: a path with a malformed one answers 404. */
function validationProblem(error: FastifyError): ProblemError {
  const inPath = error.validationContext === 'params';
  if (inPath && error.validation?.every(({ params }) => params.format === 'uuid')) {
    return new KitProblem('NOT_FOUND', 'There is no such record');
  }
  const errors = toFieldErrors((error.validation ?? []) as unknown as ErrorObject[]);
  const detail = `Not valid: ${errors.map((each) => each.field).join(', ')}`;
  return new KitProblem('VALIDATION_FAILED', detail, { errors });
}

function indexByConstraint(catalogue: Catalogue): Map<string, [string, ProblemType]> {
  return new Map(
    Object.entries(catalogue).flatMap(([code, type]) =>
      [type.constraint ?? []]
        .flat()
        .map((name): [string, [string, ProblemType]] => [name, [code, type]]),
    ),
  );
}
