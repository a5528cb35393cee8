import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** Where the platform is reached: PUBLIC_URL, or without one the address the request came to. */
export function originOf(request: FastifyRequest, { publicUrl }: Config): string {
  return publicUrl ?? `${request.protocol}://${request.host}`;
}
