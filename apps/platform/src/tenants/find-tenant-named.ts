import type { Db } from '../database/db.ts';
import { notFound } from '../problems.ts';
import { findTenant, findTenantByCode } from './queries.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds a tenant by its identifier or code, as somebody at the machine writes it. Throws NOT_FOUND. */
export async function findTenantNamed(db: Db, written: string): Promise<string> {
  const name = written.trim();
  const found = await db.asPlatform(
    async (tx) =>
      (uuid.test(name) ? await findTenant(tx, name) : undefined) ??
      (await findTenantByCode(tx, name)),
  );
  if (!found) throw notFound('tenant');
  return found.tenantUuid;
}
