import { KitProblem } from '@atrium/kit/problem.ts';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../problems.ts';
import { findSecurityPolicy } from '../tenants/security/queries.ts';

/** Throws ORIGIN_REFUSED for a page of another site, whatever it comes with. */
export async function refuseOtherSites(
  request: FastifyRequest,
  allowedOrigins: readonly string[],
): Promise<void> {
  const { origin } = request.headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return;
  if (!(await request.isOwnOrigin(origin))) throw new Problem('ORIGIN_REFUSED');
}

/**
 * Lets an assistant in that comes with a person's own token, where the firm lets assistants in. Throws
 * ASSISTANTS_OFF, PERSON_REQUIRED for machines, and UNAUTHENTICATED for a session: what a browser holds
 * is not for programs.
 */
export async function letIn(request: FastifyRequest): Promise<void> {
  const { assistants } = await request.readTenant((tx) => findSecurityPolicy(tx, tx.tenantUuid));
  if (assistants === 'OFF') throw new Problem('ASSISTANTS_OFF');
  const { isMachine, isToken } = request.caller;
  if (isMachine) throw new KitProblem('PERSON_REQUIRED');
  if (!isToken) throw new KitProblem('UNAUTHENTICATED', 'Assistants come with a personal token');
}
