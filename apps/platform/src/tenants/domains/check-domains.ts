import type { Job, JobData, Jobs } from '../../background/jobs.ts';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/transaction.ts';
import {
  askForProof,
  findLeadingDomain,
  listDueProofs,
  listNeverAsked,
  listUnreached,
  markReached,
} from './check-queries.ts';
import type { DomainProof } from './dns-proof.ts';
import { noteProof, type ProofConsequences } from './note-proof.ts';
import type { DomainReach } from './reach-domain.ts';

const queue = 'reach-domain';
const atOnce = 8;

type Means = {
  db: Db;
  jobs: Pick<Jobs, 'enqueue'>;
  /** Null where no proof is asked for. */
  proof: DomainProof | null;
  /** Null where links name a domain without that it was reached. */
  reach: DomainReach | null;
  consequences: ProofConsequences;
  /** Ends what began at domains that are another tenant's by now. */
  endAtTakenDomains: (tx: Tx) => Promise<void>;
};

export type DomainChecks = ReturnType<typeof createDomainChecks>;

/** Looks at the domains of all tenants: whether they are still proven, and lead here. */
export function createDomainChecks(means: Means) {
  const { db, jobs, proof, reach, consequences, endAtTakenDomains } = means;
  const job: Job<JobData> = {
    name: queue,
    run: async ({ tenantUuid }) => {
      const leading = await db.asPlatform((tx) => findLeadingDomain(tx, tenantUuid));
      if (leading) await reachNow([leading]);
    },
  };

  async function reachNow(domains: readonly { tenantUuid: string; domain: string }[]) {
    await eachOf(domains, async (leading) => {
      if (await reach?.isReached(leading.domain))
        await db.asPlatform((tx) => markReached(tx, leading));
    });
  }

  /** Asks those for a proof that were mapped while none was asked for, and tells their administrators. */
  async function askOthers({ newChallenge }: DomainProof): Promise<void> {
    for (const leading of await db.asPlatform(listNeverAsked))
      await db.asPlatform(async (tx) => {
        if (await askForProof(tx, leading, newChallenge()))
          await consequences.tellAdministrators(tx, leading);
      });
  }

  async function proveNow(look: DomainProof): Promise<void> {
    await askOthers(look);
    await eachOf(await db.asPlatform(listDueProofs), async ({ challenge, ...leading }) => {
      const isProven = await look.isProven(leading.domain, challenge);
      await db.asPlatform((tx) => noteProof(tx, leading, isProven, consequences));
    });
  }

  /** Does what is due. */
  async function runDue(): Promise<void> {
    if (proof) await proveNow(proof);
    if (reach) await reachNow(await db.asPlatform(listUnreached));
    await db.asPlatform(endAtTakenDomains);
  }

  /** Asks for a look at a tenant's domain soon, as after it was set. */
  async function enqueue(tx: Tx): Promise<void> {
    if (reach) await jobs.enqueue(tx, queue, { tenantUuid: tx.tenantUuid });
  }

  /** Ends at once what began at a domain under the tenant that had it before. */
  const endTaken = () => db.asPlatform(endAtTakenDomains);

  return { job, runDue, enqueue, endTaken, proof, reach };
}

/** Does the work for some of the items at a time, until all are done. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item);
    }),
  );
}
