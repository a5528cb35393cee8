import type { FastifyRequest } from 'fastify';
import type { Db } from '../../database/db.ts';
import { findTheme, type Theme } from './theme.ts';

/** Returns the theme of the firm whose domain a request came to; undefined at every other host. */
export async function findHostTheme(request: FastifyRequest, db: Db): Promise<Theme | undefined> {
  const firm = await request.hostFirm();
  if (!firm) return undefined;
  const originOf = await request.originOfFirms();
  return db.asPlatform((tx) => findTheme(tx, firm.tenantUuid, originOf));
}
