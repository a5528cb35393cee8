import type { FastifyReply, FastifyRequest } from 'fastify';
import type { sessionToProve } from './session-to-prove.ts';

/** Begins a proof at the firm's identity provider; returns where to send the browser. */
export type BeginProofAtProvider = (
  request: FastifyRequest,
  reply: FastifyReply,
  session: ReturnType<typeof sessionToProve>,
) => Promise<string>;
