import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import {
  dropProof,
  type LeadingDomain,
  lockProof,
  lookAgain,
  noteFailedProof,
  noteProven,
} from './check-queries.ts';

// Eight hours lie between tries, so these are those of a day.
const triesInADay = 3;

/** What follows of a proof that is missing, done by the slices whose it is. */
export type ProofConsequences = {
  tellAdministrators: (tx: Tx, domain: LeadingDomain) => Promise<void>;
  /** Ends the sessions that began at a domain, and the links that name it. */
  endAtDomain: (tx: Tx, domain: string) => Promise<void>;
};

/**
 * Takes note of a look at a domain's proof. Missing three times in a day, the domain is unproved and
 * named in no new link; after seven such days it leads to the tenant no more, and so does one that was never
 * proven once its time is over. A platform transaction.
 */
export async function noteProof(
  tx: Tx,
  leading: LeadingDomain,
  isProven: boolean,
  { tellAdministrators, endAtDomain }: ProofConsequences,
): Promise<void> {
  const state = await lockProof(tx, leading);
  if (!state) return;
  if (isProven) {
    await noteProven(tx, leading);
    if (state.unproved) await record(tx, leading, 'domain.updated', 'true');
    return;
  }
  if (state.firstProof === 'AWAITED') return lookAgain(tx, leading);
  if (state.unprovedForAWeek || state.firstProof === 'LATE') {
    await dropProof(tx, leading);
    await endAtDomain(tx, leading.domain);
    await record(tx, leading, 'domain.updated', 'false');
    return;
  }
  const isUnproved = state.unproved || state.failures + 1 >= triesInADay;
  await noteFailedProof(tx, leading, isUnproved);
  if (!isUnproved || state.unproved) return;
  await record(tx, leading, 'domain.unproved');
  await tellAdministrators(tx, leading);
}

async function record(
  tx: Tx,
  { tenantUuid }: LeadingDomain,
  eventType: 'domain.updated' | 'domain.unproved',
  verified?: string,
): Promise<void> {
  await recordEvent(tx, {
    eventType,
    tenantUuid,
    entityType: 'TENANT',
    entityId: tenantUuid,
    attributes: verified === undefined ? {} : { change: 'PROOF', verified },
  });
}
