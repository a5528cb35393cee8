import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';
import { findAccount } from '../auth/queries.ts';
import { system } from '../database/principal.ts';

const w = await world();
let m: Awaited<ReturnType<typeof meetingWorld>>;
beforeEach(async () => {
  m = await meetingWorld(w);
});

const nameOf = async (staffUuid: string) => {
  const { body } = await m.admin.get(`/api/tenant-staff/${staffUuid}`);
  return { name: `${body.firstName} ${body.paternalLastName}`, email: body.email as string };
};
const book = (changes: object = {}, by = m.stranger) =>
  by.post('/api/v1/meetings', {
    ...m.input(),
    contactIds: [m.contactUuid],
    hostUuid: uuidOf(m.host),
    ...changes,
  });
const mailsTo = (email: string) =>
  w.mails.filter(({ to, tenantUuid }) => to === email && tenantUuid === m.tenant.tenantUuid);

describe('a meeting booked for somebody else', () => {
  test('is hosted by them and created by the caller, and both may edit it', async () => {
    const { status, body } = await book();
    expect([status, body]).toMatchObject([
      201,
      {
        hostUuid: uuidOf(m.host),
        hostType: 'TENANT_STAFF',
        createdByUuid: uuidOf(m.stranger),
        createdByType: 'TENANT_STAFF',
        canEdit: true,
      },
    ]);
    const path = `/api/v1/meetings/${body.meetingUuid}`;
    expect((await m.host.get(path)).body.canEdit).toBe(true);
    expect((await m.host.put(path, { title: 'Mine' })).status).toBe(200);
    expect((await m.stranger.put(path, { title: 'Ours' })).status).toBe(200);
    for (const hostUuid of [null, undefined, uuidOf(m.stranger)])
      expect((await book({ hostUuid })).body.hostUuid).toBe(uuidOf(m.stranger));
  });

  test('is told to the guests with who arranged it, and to the host unless that is not wanted', async () => {
    await m.admin.put(`/api/tenant-staff/${uuidOf(m.stranger)}`, { firstName: 'Beatriz' });
    const [host, by] = [await nameOf(uuidOf(m.host)), await nameOf(uuidOf(m.stranger))];
    await book({ title: 'Quiet', notifyHost: false });
    const { body } = await book({ title: 'Told' });
    await expect.poll(() => mailsTo(host.email).length).toBe(1);
    const [told] = mailsTo(host.email);
    expect(told?.subject).toContain('Told');
    expect(told?.text).toContain(by.name);
    expect(told?.html).toContain(by.name);
    const [guest] = body.participants;
    await expect.poll(() => mailsTo(guest.email).length).toBe(2);
    for (const { text, html, calendar } of mailsTo(guest.email)) {
      expect(text).toContain(`Organiza: ${host.name}`);
      for (const each of [text, html, calendar?.content.replace(/\r\n /g, '')]) {
        expect(each).toContain('Agendada por');
        expect(each).toContain(by.name);
      }
    }
    await m.meeting({ title: 'Own' });
    await expect.poll(() => mailsTo(guest.email).length).toBe(3);
    expect(mailsTo(guest.email).at(-1)?.text).not.toContain('Agendada por');
  });

  test('is only for staff of the same firm, of partner staff for those of their own partner', async () => {
    const foreign = await (await w.tenant()).as('TENANT_STAFF');
    const { partnerUuid } = (await m.admin.post('/api/partners', { name: 'Socios' })).body;
    const [mine, other] = [await m.tenant.staff({ partnerUuid }), await m.tenant.staff()];
    const { tenantUuid } = m.tenant;
    const account = await w.db.asPlatform((tx) =>
      findAccount(tx, { tenantUuid, userUuid: mine.tenantStaffUuid }),
    );
    if (!account) throw new Error('The staff member has no account');
    const partner = await w.signIn(account);
    const second = await m.tenant.staff({ partnerUuid });
    for (const [by, hostUuid] of [
      [m.stranger, uuidOf(foreign)],
      [m.stranger, randomUUID()],
      [m.stranger, m.contactUuid],
      [partner, other.tenantStaffUuid],
    ] as const) {
      const { status, body } = await book({ hostUuid, contactIds: [] }, by);
      expect([status, body.errors]).toMatchObject([400, [{ field: 'hostUuid', code: 'UNKNOWN' }]]);
    }
    const own = await book({ hostUuid: second.tenantStaffUuid, contactIds: [] }, partner);
    expect([own.status, own.body.hostType]).toEqual([201, 'PARTNER_STAFF']);
  });
});

describe('a meeting handed over', () => {
  test('has another host, who is told, and the guests one mail; whoever gave it away is answered', async () => {
    const { body } = await book();
    const path = `/api/v1/meetings/${body.meetingUuid}`;
    const [guest] = body.participants;
    await expect.poll(() => mailsTo(guest.email).length).toBe(1);
    const next = await nameOf(uuidOf(m.colleague));
    const moved = await m.host.put(path, { hostUuid: uuidOf(m.colleague), title: 'Otra' });
    expect([moved.status, moved.body]).toMatchObject([
      200,
      { hostUuid: uuidOf(m.colleague), title: 'Otra', canEdit: false },
    ]);
    expect((await m.host.get(path)).status).toBe(403);
    expect((await m.stranger.get(path)).body.canEdit).toBe(true);
    await expect.poll(() => mailsTo(next.email).length).toBe(1);
    await expect.poll(() => mailsTo(guest.email).length).toBe(2);
    const last = mailsTo(guest.email).at(-1);
    expect([last?.calendar?.method, last?.text]).toEqual([
      'REQUEST',
      expect.stringContaining(next.name),
    ]);
  });

  test('is so by host and creator only, and neither when canceled nor when organised elsewhere', async () => {
    const { meetingUuid, path } = await m.meeting();
    const hostUuid = uuidOf(m.stranger);
    for (const by of [m.colleague, m.stranger, m.admin, m.client])
      expect((await by.put(path, { hostUuid })).status).toBe(403);
    const unknown = await m.host.put(path, { hostUuid: randomUUID() });
    expect([unknown.status, unknown.body.errors[0].field]).toEqual([400, 'hostUuid']);
    expect((await m.host.put(path, { hostUuid: null })).body.hostUuid).toBe(uuidOf(m.host));
    await w.db.asTenant(
      m.tenant.tenantUuid,
      system,
      (tx) =>
        tx`update meetings set externally_organized = true where meeting_uuid = ${meetingUuid}`,
    );
    const elsewhere = await m.host.put(path, { hostUuid });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'EXTERNALLY_ORGANIZED']);
    const canceled = await m.meeting();
    await m.host.post(`${canceled.path}/cancel`);
    const late = await m.host.put(canceled.path, { hostUuid });
    expect([late.status, late.body.code]).toEqual([409, 'MEETING_CANCELED']);
  });
});

test('whoever is invited, also a client, takes a canceled meeting out of the own view', async () => {
  const { path, meetingUuid } = await m.meeting();
  await m.host.post(`${path}/cancel`);
  const shown = async (by: typeof m.host) =>
    (await by.get('/api/v1/meetings')).body.meetings.map(
      (each: { meetingUuid: string }) => each.meetingUuid,
    );
  for (const by of [m.colleague, m.client]) {
    expect((await by.get(path)).body.canRemoveFromCalendar).toBe(true);
    expect(await shown(by)).toContain(meetingUuid);
    expect((await by.delete(`${path}/calendar-visibility`)).status).toBe(204);
    expect(await shown(by)).not.toContain(meetingUuid);
  }
  expect(await shown(m.host)).toContain(meetingUuid);
  expect((await m.stranger.delete(`${path}/calendar-visibility`)).status).toBe(403);
});
