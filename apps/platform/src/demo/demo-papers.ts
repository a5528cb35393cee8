import { randomUUIDv7 } from 'node:crypto';
import type { ContactChanges } from '../contacts/schemas.ts';
import { updateContact } from '../contacts/update-contact.ts';
import { recordEvent } from '../events.ts';
import words from './assets/words.json' with { type: 'json' };
import type { Family } from './demo-families.ts';
import { plan, type Scene, today, workingMoment } from './past.ts';
import { identityCard } from './profiles.ts';

/**
 * Plans what waits to be seen to: an identity card that has expired and one that soon will, clients of whom
 * something is missing, and a politically exposed person, whose exposure reaches the family.
 */
export function planPapers(scene: Scene, families: readonly Family[]): void {
  const { tx, advisers } = scene;
  const day = today(scene);
  const own = families.filter(({ by, since }) => by === advisers[0] && since > 5);
  const others = families.filter(({ by, since }) => by !== advisers[0] && since > 5);
  const change = (
    family: Family | undefined,
    at: number,
    changes: (rut: string) => ContactChanges,
  ) => {
    const member = family?.members[at];
    if (!family || !member) return;
    const run = () => updateContact(tx, family.by, member.contactUuid, changes(member.person.rut));
    plan(scene, family.by, workingMoment(scene, 1), run);
  };
  const expires = (days: number) => (rut: string) => ({
    identityDocuments: [identityCard(rut, day.add({ days }).toString())],
  });
  change(own[1], 0, expires(-20));
  change(own[0], 1, expires(25));
  const pepEntries = [words.exposure];
  change(own[2] ?? own[0], 0, () => ({ relatedToPEP: true, pepEntries }));
  change(own[0], 2, () => ({ currentEmployment: null }));
  change(others[0], 0, () => ({ maritalStatus: null, currentEmployment: null }));
  change(others[3], 0, () => ({ phoneNumber: null }));
  change(others.at(-1), 0, () => ({ countryOfBirth: null, countryOfCitizenship: null }));
}

/** Lets a calendar have lost its provider's consent, so that its owner has to connect it again. */
export async function stopDemoCalendar({ tx, advisers, now }: Scene): Promise<void> {
  const owner = advisers[1];
  if (!owner) return;
  const [connectionUuid, at] = [randomUUIDv7(), now.subtract({ hours: 30 }).toString()];
  await tx`
    insert into calendar_connections ${tx({
      tenantUuid: tx.tenantUuid,
      connectionUuid,
      userUuid: owner.userUuid,
      provider: 'PROVIDER_A',
      accountId: owner.email,
      email: owner.email,
      status: 'DISCONNECTED',
      disconnectedAt: at,
      disconnectReason: 'AUTH_EXPIRED',
      lastSyncedAt: at,
      lastError: 'AUTH_EXPIRED',
    })}`;
  await recordEvent(tx, {
    eventType: 'calendar.disconnected',
    entityType: 'CALENDAR_CONNECTION',
    entityId: connectionUuid,
    attributes: { provider: 'PROVIDER_A', reason: 'AUTH_EXPIRED' },
  });
}

/** Settles the mails of what is long past: they have gone out, but for one that came back. */
export async function settleDemoMails({ tx }: Scene, families: readonly Family[], kept: string) {
  await tx`
    update mails m
       set state = 'SENT', sent_to = a.email, settled_at = change_time(), queued_at = change_time()
      from accounts a
     where m.kind = 'FIRST_LINK' and m.state = 'QUEUED' and a.email <> ${kept}
       and a.tenant_uuid = m.tenant_uuid and a.user_uuid = m.person_uuid`;
  const [person] = families.at(-1)?.members ?? [];
  await tx`
    update mails set state = 'REFUSED', reason = 'BOUNCED'
     where kind = 'FIRST_LINK' and person_uuid = ${person?.contactUuid ?? null}`;
}
