import type { Db } from '../database/db.ts';
import { recordEvent } from '../events.ts';
import type { ProofRecords } from '../tenants/domains/dns-proof.ts';
import {
  type DueDomain,
  listDueDomains,
  noteDomainMissed,
  noteDomainProven,
} from './domain-queries.ts';

const atOnce = 8;

/** Looks again, once a day, at the DNS records that prove the e-mail domains of firms. */
export function createEmailDomainChecks(db: Db, { isRequired, look }: ProofRecords) {
  async function check(due: DueDomain): Promise<void> {
    const seen = await look(due.domain, due.challenge);
    await db.asPlatform(async (tx) => {
      if (seen === 'THERE') return noteDomainProven(tx, due);
      if (!(await noteDomainMissed(tx, due))) return;
      await recordEvent(tx, {
        eventType: 'domain.unproved',
        tenantUuid: due.tenantUuid,
        entityType: 'TENANT',
        entityId: due.tenantUuid,
        attributes: { of: 'SSO' },
      });
    });
  }

  /** Does what is due. */
  async function runDue(): Promise<void> {
    if (!isRequired) return;
    const left = (await db.asPlatform(listDueDomains)).values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const due of left) await check(due);
      }),
    );
  }

  return { runDue };
}
