import { expect, test } from 'vitest';
import { calendarWorld, patience } from '../../test-support/calendar-world.ts';
import { contactInput } from '../../test-support/contact-input.ts';

const w = await calendarWorld();

test.each([
  ['Google', 'a'],
  ['Microsoft', 'b'],
] as const)(
  'merging and erasing a person put the host’s calendar at %s right',
  async (_name, provider) => {
    const host = await w.staffWithCalendar(provider);
    const { tenant, staff, person } = host;
    const admin = await tenant.as('TENANT_ADMIN');
    const hostUuid = staff.identity['x-user-id'] ?? '';
    await admin.put('/api/v1/calendar/settings', { clientNames: 'FULL' });
    const contact = async (firstName: string): Promise<string> => {
      const names = {
        firstName,
        paternalLastName: 'Quillmark',
        identityType: null,
        identityId: null,
      };
      const input = {
        ...contactInput(tenant.tenantUuid, hostUuid),
        ...names,
        preferredEmail: null,
      };
      return (await admin.post('/api/contacts', input)).body.contactUuid;
    };
    const [zephyrina, octavia] = [await contact('Zephyrina'), await contact('Octavia')];
    const title = 'Review with Zephyrina';
    const { meetingUuid } = await host.create({ title, contactIds: [octavia] });
    await host.until(meetingUuid, 'SYNCED');
    const shown = () => JSON.stringify(person.events());
    expect(shown()).toContain('Octavia');

    const merged = await admin.post(`/api/contacts/${zephyrina}/merge`, {
      fromContactUuid: octavia,
    });
    expect(merged.status).toBe(200);
    await expect.poll(shown, patience).not.toContain('Octavia');
    expect(shown()).toContain('Zephyrina Quillmark');

    const erased = await admin.post(`/api/contacts/${zephyrina}/erase`, { reason: 'Asked for it' });
    expect(erased.status).toBe(200);
    await expect.poll(shown, patience).not.toMatch(/Zephyrina|Quillmark/);
    await host.until(meetingUuid, 'SYNCED');
    const links = () =>
      w.db.asPlatform(
        (tx) => tx`select from calendar_links where fields::text ~ 'Zephyrina|Quillmark'`,
      );
    await expect.poll(async () => (await links()).length, patience).toBe(0);
  },
);
