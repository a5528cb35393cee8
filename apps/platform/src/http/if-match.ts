import { shared } from '@atrium/kit/schema.ts';
import type { FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { Type } from 'typebox';
import { Problem } from '../problems.ts';
import { namesTag } from './entity-tags.ts';

/** Throws PRECONDITION_FAILED when the record is at another version than the request expects. */
export type IfMatch = (version: number) => void;

declare module 'fastify' {
  interface FastifyRequest {
    /** Throws PRECONDITION_FAILED when the record is at another version than If-Match names. */
    requireMatch: IfMatch;
  }
  interface FastifyContextConfig {
    /** The route answers one record that has a version, which is its ETag. */
    versioned?: boolean;
  }
}

/** The version of a record, as answers and rows of lists have it. */
export const Version = Type.Integer({
  description: 'Grows with each change of the record; in quotes it is the ETag',
  examples: [1],
});

/** The headers of a request that may be based on a version. */
export const IfMatchHeader = Type.Object({
  'if-match': Type.Optional(
    Type.String({ ...shared, description: 'The ETag that the change is based on' }),
  ),
});

/** Expects no version: for what is done without a request. */
export const anyVersion: IfMatch = () => {};

/** Sends the ETag of each record that has a version, and reads If-Match. */
export const versions = fastifyPlugin(async (app) => {
  app.decorateRequest('requireMatch');
  app.addHook('onRequest', async (request: FastifyRequest) => {
    request.requireMatch = readIfMatch(request.headers['if-match']);
  });
  app.addHook('preSerialization', async (request, reply, answer: unknown) => {
    const { versioned } = request.routeOptions.config;
    if (versioned && isVersioned(answer)) reply.header('etag', `"${answer.version}"`);
    return answer;
  });
});

const isVersioned = (answer: unknown): answer is { version: number } =>
  typeof (answer as { version?: unknown } | null)?.version === 'number';

/**
 * Reads an If-Match header (RFC 9110, section 13.1.1): absent or `*` matches any version; a tag that was
 * never given out matches none. A tag that a proxy changed on its way out is ours all the same.
 */
function readIfMatch(header: string | undefined): IfMatch {
  return (version) => {
    if (header === undefined || namesTag(header, `"${version}"`)) return;
    throw new Problem('PRECONDITION_FAILED');
  };
}
