import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fieldError, KitProblem, type ProblemError } from '../problem.ts';
import { problemDocument, sendProblem } from './error-handler.ts';
import { always } from './security-headers.ts';

/** What a refusal needs of the server that was asked. */
type Asked = Pick<FastifyInstance, 'problemsUrl'>;

/** Answers what the router refuses before a route is found: an address that cannot be read. */
export function refuseAddress(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { code } = error as { code?: string };
  const problem =
    code === 'FST_ERR_MAX_PARAM_LENGTH'
      ? new KitProblem('URI_TOO_LONG')
      : new KitProblem('VALIDATION_FAILED', 'The address is not valid', {
          errors: [fieldError('path', 'INVALID_FORMAT', 'is not percent-encoded UTF-8')],
        });
  reply.header('x-request-id', request.id);
  for (const [name, value] of always) reply.header(name, value);
  sendProblem(request, reply, problem);
}

/**
 * For what is no HTTP request, or never becomes a whole one: answers like any failure, and closes.
 * Nothing of what came is in the answer or the log.
 */
export function refuseConnection(this: FastifyInstance, error: Error, socket: Socket): void {
  const { code = '' } = error as { code?: string };
  if (code === 'ECONNRESET' || socket.destroyed) return;
  refuseSocket(this, socket, causes[code]?.() ?? new KitProblem('MALFORMED_REQUEST'));
}

/** Answers CONNECT, which asks a proxy for a tunnel (RFC 9110, section 9.3.6): this is none. */
export function refuseTunnel(app: Asked, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  const headers = { allow: 'GET, HEAD, POST, PUT, DELETE' };
  refuseSocket(app, socket, new KitProblem('METHOD_NOT_ALLOWED', undefined, { headers }));
}

/** Answers a problem on a connection that no request came in by, and closes it. */
export function refuseSocket({ problemsUrl }: Asked, socket: Duplex, problem: ProblemError): void {
  if (socket.writable) socket.end(toHttp(problem, problemsUrl), () => socket.destroy());
  else socket.destroy();
}

const causes: Record<string, () => ProblemError> = {
  ERR_HTTP_REQUEST_TIMEOUT: () => new KitProblem('REQUEST_TIMEOUT'),
  HPE_HEADER_OVERFLOW: () => new KitProblem('HEADERS_TOO_LARGE'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new KitProblem('PAYLOAD_TOO_LARGE'),
};

function toHttp(problem: ProblemError, problemsUrl: string): string {
  const requestId = crypto.randomUUID();
  const body = JSON.stringify(problemDocument(problem, { instance: '', requestId, problemsUrl }));
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
