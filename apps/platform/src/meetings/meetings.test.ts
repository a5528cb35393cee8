import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { meetingWorld, uuidOf, withoutMailState } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const m = await meetingWorld(w);
const path = '/api/v1/meetings';

describe('creating a meeting', () => {
  test('makes the caller its host and invites staff, contacts and guests', async () => {
    const { status, body, headers } = await m.host.post(path, {
      ...m.input({ description: 'Cartera', locationDetail: 'https://meet.example/1' }),
      staffIds: [uuidOf(m.colleague)],
      contactIds: [m.contactUuid],
      externalAttendees: [
        {
          email: 'g@example.com',
          name: 'Gabriel',
          language: 'ENGLISH',
          countryCode: 'CL',
          phone: '9 1234 5678',
        },
      ],
    });
    expect(status).toBe(201);
    expect(headers.etag).toBe('"1"');
    expect(body).toMatchObject({
      ...m.input(),
      tenantUuid: m.tenant.tenantUuid,
      allDay: false,
      durationMinutes: 60,
      attendeeCount: 3,
      status: 'ACTIVE',
      source: 'INTERNAL',
      hostUuid: uuidOf(m.host),
      hostType: 'TENANT_STAFF',
      hostName: 'Ana Rojas',
      createdByUuid: uuidOf(m.host),
      createdByType: 'TENANT_STAFF',
      description: 'Cartera',
      locationDetail: 'https://meet.example/1',
      meetingLink: null,
      organizerEmail: null,
      externallyOrganized: false,
      showExternalCalendarIcon: false,
      externalSyncStatus: 'NOT_APPLICABLE',
      lastSyncOperation: null,
      canEdit: true,
      canCancel: true,
      canResend: true,
      canRemoveFromCalendar: false,
      canRetrySync: false,
      externalSyncFailureVisibleToViewer: false,
    });
    const [contact, staff, guest] = body.participants;
    expect(contact).toMatchObject({
      participantType: 'CONTACT',
      participantEntityUuid: m.contactUuid,
      email: 'isabel@example.com',
      name: 'Isabel Fuentes',
      language: null,
      rsvpStatus: 'UNKNOWN',
      canResend: true,
      lastInvitationResentAt: null,
    });
    expect(staff).toMatchObject({
      participantType: 'TENANT_STAFF',
      participantEntityUuid: uuidOf(m.colleague),
    });
    expect(guest).toMatchObject({
      participantType: 'EXTERNAL',
      participantEntityUuid: null,
      email: 'g@example.com',
      name: 'Gabriel',
      language: 'ENGLISH',
      countryCode: 'CL',
      phone: '912345678',
    });
    const { body: read } = await m.host.get(`${path}/${body.meetingUuid}`);
    expect(withoutMailState(read)).toEqual(withoutMailState(body));
  });

  test('needs times, a zone and a kind of place, and no more', async () => {
    const { body: bare } = await m.host.post(path, {
      startDateTime: '2030-05-06T10:00',
      endDateTime: '2030-05-06T10:30',
      timezone: 'europe/madrid',
      locationType: 'IN_PERSON',
    });
    expect(bare).toMatchObject({
      title: null,
      startDateTime: '2030-05-06T10:00:00',
      endDateTime: '2030-05-06T10:30:00',
      timezone: 'Europe/Madrid',
      attendeeCount: 0,
      participants: [],
    });
    const { status, body } = await m.host.post(path, { title: 'Nada' });
    expect(status).toBe(400);
    expect(fields(body)).toEqual(['startDateTime', 'endDateTime', 'timezone', 'locationType']);
  });

  test('takes whole days by their dates', async () => {
    const days = { allDay: true, startDateTime: '2030-05-06', endDateTime: '2030-05-09' };
    const { body } = await m.host.post(path, m.input(days));
    expect(body).toMatchObject({
      allDay: true,
      startDateTime: '2030-05-06T00:00:00',
      endDateTime: '2030-05-09T00:00:00',
      durationMinutes: 3 * 1440,
    });
  });

  test('invites once whoever is named twice', async () => {
    const colleague = uuidOf(m.colleague);
    const { body } = await m.host.post(path, {
      ...m.input(),
      staffIds: [colleague, colleague.toUpperCase()],
      externalAttendees: [{ email: 'A@example.com', name: 'Ada' }, { email: 'a@example.com' }],
    });
    expect(body.attendeeCount).toBe(2);
    expect(body.participants[1]).toMatchObject({ email: 'A@example.com', name: 'Ada' });
  });

  test('invites once whoever is named by record and as a guest with the same address', async () => {
    const named = async (changes: object) => {
      const { body } = await m.host.post(path, { ...m.input(), ...changes });
      return body.participants.map((each: { participantType: string; email: string }) => [
        each.participantType,
        each.email,
      ]);
    };
    const { email, userEmail, tenantStaffUuid } = await m.tenant.staff({
      email: 'Ana.Rojas@example.com',
    });
    const contactUuid = await m.contact({ primaryEmail: 'isabel@example.com' });
    const externalAttendees = [
      { email: 'ana.rojas@EXAMPLE.com' },
      { email: userEmail },
      { email: 'Isabel@example.com' },
      { email: 'other@example.com' },
    ];
    const everybody = { staffIds: [tenantStaffUuid], contactIds: [contactUuid], externalAttendees };
    expect(await named(everybody)).toEqual([
      ['CONTACT', 'isabel@example.com'],
      ['TENANT_STAFF', email],
      ['EXTERNAL', 'other@example.com'],
    ]);
  });

  test('invites once who is a guest already when the record is added, and the other way round', async () => {
    const { tenantStaffUuid } = await m.tenant.staff({ email: 'late@example.com' });
    const types = (body: { participants: { participantType: string }[] }) =>
      body.participants.map(({ participantType }) => participantType);
    const guests = [{ email: 'late@example.com' }, { email: 'other@example.com' }];
    const first = await m.meeting({ staffIds: [], contactIds: [], externalAttendees: guests });
    const added = await m.host.put(first.path, { staffIds: [tenantStaffUuid] });
    expect(types(added.body).sort()).toEqual(['EXTERNAL', 'TENANT_STAFF']);
    const again = await m.host.put(first.path, { externalAttendees: guests });
    expect(types(again.body).sort()).toEqual(['EXTERNAL', 'TENANT_STAFF']);
    expect(again.body.attendeeCount).toBe(2);
  });

  const stranger = randomUUID();
  test.each([
    ['an end at the start', { endDateTime: '2030-05-06T10:00:00' }, ['endDateTime']],
    ['an end before the start', { endDateTime: '2030-05-05T23:00:00' }, ['endDateTime']],
    ['a time with an offset', { startDateTime: '2030-05-06T10:00:00Z' }, ['startDateTime']],
    ['a day without a time', { startDateTime: '2030-05-06' }, ['startDateTime']],
    ['a day that is none', { startDateTime: '2030-02-30T10:00:00' }, ['startDateTime']],
    ['a zone that is none', { timezone: 'America/Valparaiso' }, ['timezone']],
    ['an offset as zone', { timezone: '-04:00' }, ['timezone']],
    ['another kind of place', { locationType: 'PHONE' }, ['locationType']],
    ['no kind of place', { locationType: null }, ['locationType']],
    ['a title too long', { title: 'x'.repeat(256) }, ['title']],
    ['a text too long', { description: 'x'.repeat(10_001) }, ['description']],
    ['a place too long', { locationDetail: 'x'.repeat(2_001) }, ['locationDetail']],
    ['a number as title', { title: 5 }, ['title']],
    ['text for a truth', { allDay: 'yes' }, ['allDay']],
    [
      'somebody unknown',
      { contactIds: [stranger], staffIds: [stranger] },
      ['contactIds[0]', 'staffIds[0]'],
    ],
    ['no UUID', { staffIds: ['ana'] }, ['staffIds[0]']],
    ['too many people', { staffIds: Array(501).fill(stranger) }, ['staffIds']],
    [
      'a guest without e-mail',
      { externalAttendees: [{ name: 'Gabriel' }] },
      ['externalAttendees[0].email'],
    ],
    [
      'a guest’s e-mail that is none',
      { externalAttendees: [{ email: 'gabriel' }] },
      ['externalAttendees[0].email'],
    ],
    [
      'a guest’s language we do not speak',
      { externalAttendees: [{ email: 'g@example.com', language: 'FRENCH' }] },
      ['externalAttendees[0].language'],
    ],
  ])('refuses %s and says where', async (_what, changes, named) => {
    const { status, body } = await m.host.post(path, m.input(changes));
    expect(status).toBe(400);
    expect(fields(body)).toEqual(named);
  });

  test.each([
    ['CL', '912345678', undefined],
    ['CHL', '+56 9 1234 5678', undefined],
    ['+56', '9 1234 5678', undefined],
    ['es', '612 345 678', undefined],
    [undefined, '+34 612 345 678', undefined],
    ['56', '+56912345678', undefined],
    ['+1', '(555) 123-4567', undefined],
    [undefined, '612 345 678', undefined],
    ['CL', null, undefined],
    ['CL', '12', 'phone'],
    ['+56', '9 1234 567', 'phone'],
    [undefined, '123456', 'phone'],
    [undefined, '+1 555', 'phone'],
    [undefined, 'call me', 'phone'],
    ['CL', 'call me', 'phone'],
    ['CL', '+34 612 345 678', 'phone'],
    ['+56', '+34 612 345 678', 'phone'],
    ['XX', '612 345 678', 'countryCode'],
    ['+', '612 345 678', 'countryCode'],
  ])('a guest’s phone of %s: %s, at fault %s', async (countryCode, phone, fault) => {
    const guest = { email: 'g@example.com', countryCode, phone };
    const { status, body } = await m.host.post(path, m.input({ externalAttendees: [guest] }));
    expect(status).toBe(fault ? 400 : 201);
    if (fault) expect(fields(body)).toEqual([`externalAttendees[0].${fault}`]);
  });

  test('refuses contacts and staff of another tenant, or deleted', async () => {
    const theirs = await meetingWorld(w);
    const gone = await m.contact();
    await m.host.delete(`/api/contacts/${gone}`);
    const people = {
      contactIds: [m.contactUuid, theirs.contactUuid, gone, uuidOf(m.colleague)],
      staffIds: [uuidOf(theirs.host), m.contactUuid],
    };
    const { status, body } = await m.host.post(path, m.input(people));
    expect(status).toBe(400);
    expect(fields(body)).toEqual([
      'contactIds[1]',
      'contactIds[2]',
      'contactIds[3]',
      'staffIds[0]',
      'staffIds[1]',
    ]);
  });

  test('happens once for each Idempotency-Key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => m.host.post(path, m.input(), key)),
    );
    const again = await m.host.post(path, m.input(), key);
    expect(again.status).toBe(201);
    const made = new Set(
      answers.filter(({ status }) => status === 201).map(({ body }) => body.meetingUuid),
    );
    expect([...made]).toEqual([again.body.meetingUuid]);
    expect((await m.host.post(path, m.input({ title: 'Otra' }), key)).status).toBe(422);
  });

  test('is not for clients', async () => {
    expect((await m.client.post(path, m.input())).status).toBe(403);
    expect((await w.anonymous.post(path, m.input())).status).toBe(401);
  });

  test('partner staff invite contacts of their partner only', async () => {
    const { body: partner } = await m.admin.post('/api/partners', { name: 'Socios' });
    const partnerStaff = await m.tenant.as('PARTNER_STAFF', partner.partnerUuid);
    const { status, body } = await partnerStaff.post(path, {
      ...m.input(),
      staffIds: [uuidOf(m.host)],
      contactIds: [m.contactUuid],
    });
    expect([status, fields(body)]).toEqual([400, ['contactIds[0]']]);
    const own = await partnerStaff.post(path, m.input({ staffIds: [uuidOf(m.host)] }));
    expect(own.body).toMatchObject({ hostType: 'PARTNER_STAFF', canEdit: true });
    expect((await m.host.get(`${path}/${own.body.meetingUuid}`)).status).toBe(200);
  });
});

describe('reading a meeting', () => {
  test('is for host, participants and administrators, each with what they may do', async () => {
    const meeting = await m.meeting();
    const readers = {
      host: [true, 'quiere vender'],
      colleague: [false, 'quiere vender'],
      admin: [false, 'quiere vender'],
      client: [false, null],
    } as const;
    for (const [name, [may, internalNotes]] of Object.entries(readers)) {
      const { status, body } = await m[name as keyof typeof readers].get(meeting.path);
      expect(status, name).toBe(200);
      expect(body, name).toMatchObject({
        internalNotes,
        canEdit: may,
        canCancel: may,
        canResend: may,
        canRemoveFromCalendar: false,
      });
      const resendable = body.participants.map((each: { canResend: boolean }) => each.canResend);
      expect(resendable, name).toEqual([may, may, may]);
    }
  });

  test('is forbidden to a stranger, and tells another tenant nothing', async () => {
    const meeting = await m.meeting();
    const elsewhere = await (await w.tenant()).as('TENANT_ADMIN');
    expect((await m.stranger.get(meeting.path)).status).toBe(403);
    expect((await (await m.signInClient(await m.contact())).get(meeting.path)).status).toBe(403);
    expect((await elsewhere.get(meeting.path)).status).toBe(404);
    expect((await m.host.get(`${path}/${randomUUID()}`)).status).toBe(404);
    expect((await m.host.get(`${path}/none`)).status).toBe(404);
    expect((await w.anonymous.get(meeting.path)).status).toBe(401);
  });

  test('a system administrator reads in the tenant that is named', async () => {
    const meeting = await m.meeting();
    const root = (await w.systemAdmin()).with({ 'x-tenant-uuid': m.tenant.tenantUuid });
    expect((await root.get(meeting.path)).body).toMatchObject({ canEdit: false });
    const { status, body } = await root.post(path, m.input());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      hostType: 'SYSTEM_ADMIN',
      hostName: root.identity['x-user-email'],
    });
  });
});

const fields = (body: { errors: { field: string }[] }) => body.errors.map((each) => each.field);
