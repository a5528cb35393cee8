import { describe, expect, test } from 'vitest';
import { createClient } from '../../test-support/client.ts';
import { world } from '../../test-support/world.ts';
import { findAccountByEmail } from '../auth/queries.ts';
import { planFamilies } from './demo-families.ts';
import { planLogins } from './demo-logins.ts';
import { planMeetings } from './demo-meetings.ts';
import { loadDemo } from './load-demo.ts';
import { type Scene, timezone, today } from './past.ts';
import { createPeople } from './people.ts';
import { createRandom } from './random.ts';

describe('The demo firm', async () => {
  const w = await world({}, { own: true, idle: ['mails'] });
  const isLoaded = await loadDemo(w.services);
  const find = (email: string) => w.db.asPlatform((tx) => findAccountByEmail(tx, email));
  const adviser = await find('adviser@andes.example');
  const by = adviser ? await w.signIn(adviser) : createClient(w.app, {});
  const read = async (path: string) => (await by.get(path)).body;

  test('is loaded once, with people who sign in', async () => {
    expect(isLoaded).toBe(true);
    expect(await loadDemo(w.services)).toBe(false);
    for (const who of ['admin', 'adviser', 'client'])
      expect(await find(`${who}@andes.example`), who).toBeDefined();
  });

  test('has people of plausible numbers and names, and families that fit together', async () => {
    const people = await w.db.asPlatform(
      (tx) => tx<{ rut: string; born: string; name: string }[]>`
        select identity_id as rut, date_of_birth::text as born,
               first_name || ' ' || paternal_last_name as name
          from contacts where identity_id is not null`,
    );
    expect(people.length).toBeGreaterThan(100);
    expect(new Set(people.map(({ name }) => name)).size).toBe(people.length);
    const about1985 = people.filter(({ born }) => Math.abs(Number(born.slice(0, 4)) - 1985) < 2);
    const millions = about1985.map(({ rut }) => Number.parseInt(rut, 10) / 1e6);
    expect(millions.filter((each) => each < 15 || each > 17)).toEqual([]);
    const odd = await w.db.asPlatform(
      (tx) => tx`
        select p.first_name, c.first_name
          from household_members pm join contacts p on p.contact_uuid = pm.contact_uuid
          join household_members cm on cm.household_uuid = pm.household_uuid
          join contacts c on c.contact_uuid = cm.contact_uuid
         where pm.relationship_type in ('SELF', 'SPOUSE') and cm.relationship_type = 'CHILD'
           and (c.date_of_birth < p.date_of_birth + interval '16 years'
                or p.paternal_last_name not in (c.paternal_last_name, c.maternal_last_name))`,
    );
    expect([...odd]).toEqual([]);
  });

  test('has worked for a year in office hours, in order, and won clients all the time', async () => {
    const events = await w.db.asPlatform(
      (tx) => tx<{ day: number; hour: number; month: string; eventType: string; won: boolean }[]>`
        select extract(isodow from at) as day, extract(hour from at) as hour, event_type,
               to_char(at, 'YYYY-MM') as month, attributes ->> 'fromContactType' = 'PROSPECT' as won
          from events, lateral (select occurred_at at time zone 'America/Santiago' as at) l
         where event_type ~ '^(contact|household|task|note|login|meeting)[.]'
         order by recorded_in, event_uuid`,
    );
    expect(events.filter(({ day, hour }) => day > 5 || hour < 8 || hour > 19)).toEqual([]);
    const months = [...new Set(events.map(({ month }) => month))];
    expect(months).toEqual(months.toSorted());
    expect(months.length).toBeGreaterThanOrEqual(12);
    const winning = new Set(events.filter(({ won }) => won).map(({ month }) => month));
    expect([...winning]).toEqual(expect.arrayContaining(monthsBefore(Temporal.Now.instant())));
  });

  test('is as lively on any day: a Sunday, at New Year, on a leap day, when the clock changes', () => {
    for (const day of ['2026-11-29', '2027-01-01', '2028-02-29', '2027-04-04', '2026-09-06']) {
      const now = Temporal.ZonedDateTime.from(`${day}T09:00[${timezone}]`).toInstant();
      const random = createRandom(2026);
      const makePerson = createPeople(random, 'clients.example');
      const advisers = [{ userUuid: 'one' }, { userUuid: 'two' }];
      // Planning asks nothing of the database.
      const scene = { random, now, makePerson, advisers, acts: [] } as unknown as Scene;
      const families = planFamilies(scene, 30);
      planMeetings(scene, families);
      planLogins(scene, [{ tenantStaffUuid: 'one', roles: ['TENANT_STAFF'] }]);
      const local = scene.acts.map(({ at }) => at.toZonedDateTimeISO(timezone));
      const odd = local.filter(
        (at) =>
          at.dayOfWeek > 5 ||
          at.hour < 8 ||
          at.hour > 19 ||
          at.epochMilliseconds > now.epochMilliseconds,
      );
      expect(odd, day).toEqual([]);
      const won = families.map(({ since }) => today(scene).subtract({ days: since }).toString());
      const months = won.map((each) => each.slice(0, 7));
      expect(months, day).toEqual(expect.arrayContaining(monthsBefore(now)));
    }
  });

  test('has a queue of a dozen real things, and a week of meetings for who signs in', async () => {
    // Who may be the same person is found behind the changes.
    const pairs = async () => (await read('/api/contacts/duplicates?size=10')).content;
    await expect.poll(pairs).toHaveLength(1);
    const { counts } = await read('/api/work-queue');
    const totals = Object.fromEntries(
      counts.map(({ kind, total }: { kind: string; total: number }) => [kind, total]),
    );
    expect(totals).toMatchObject({
      DOCUMENT_EXPIRED: 1,
      DOCUMENT_EXPIRING: 1,
      DUPLICATE: 1,
      ANSWER_MISSING: expect.toSatisfy((total: number) => total > 0 && total < 5),
      INCOMPLETE_CLIENT: 4,
      MAIL_REFUSED: 1,
      TASK_OVERDUE: 2,
    });
    const missing = await w.db.asPlatform(
      (tx) => tx<{ count: number }[]>`select missing_count as count from contacts`,
    );
    const whole = missing.filter(({ count }) => count === 0);
    expect(whole.length / missing.length).toBeGreaterThan(0.5);
    expect(new Set(missing.map(({ count }) => count)).size).toBeGreaterThan(4);
    const { calendar } = await read('/api/today');
    expect(calendar.meetings.length).toBeGreaterThanOrEqual(4);
    for (const each of calendar.meetings) expect(each.contactCount, each.title).toBe(1);
    const held = (await read('/api/insights')).weeks.map((each: { held: number }) => each.held);
    expect(held.filter((each: number) => each > 0).length).toBeGreaterThan(12);
  });
});

/** Returns the eleven months before the running one. */
function monthsBefore(now: Temporal.Instant): string[] {
  const month = today({ now }).toPlainYearMonth();
  return Array.from({ length: 11 }, (_, at) => month.subtract({ months: at + 1 }).toString());
}
