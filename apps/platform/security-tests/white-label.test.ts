import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { system } from '../src/database/principal.ts';
import { type MailKind, mailKinds } from '../src/mail/mail-kinds.ts';
import type { Message } from '../src/mail/mailer.ts';
import { type NewMail, queueMail } from '../src/mail/outbox/queue-mails.ts';
import { builtConsole, consolePageAt } from '../test-support/built-console.ts';
import { world } from '../test-support/world.ts';

const platform = 'https://atrium.example';
const w = await world({
  ATRIUM_MODE: 'production',
  DOMAIN_PROOF: 'off',
  PUBLIC_URL: platform,
  MAIL_FROM: 'no-reply@post.example',
  CONSOLE_DIR: await builtConsole(),
  TRUST_PROXY: '1',
});
const { db } = w;

type Firm = Awaited<ReturnType<typeof firm>>;

/** A firm, with a domain or not; one that the platform has reached is named by all that the firm sends. */
async function firm(name: string, domain: string | null, isReached = true) {
  const tenant = await w.tenant(name);
  const { tenantUuid } = tenant;
  const admin = await tenant.as('TENANT_ADMIN');
  if (domain) {
    await admin.post(`/api/tenants/${tenantUuid}/domains`, { domain, active: true });
    const at = isReached ? 'now' : '-infinity';
    await db.asPlatform(
      (tx) => tx`
        update tenant_domains set reached_at = ${at}::timestamptz where tenant_uuid = ${tenantUuid}`,
    );
  }
  const origin = domain && isReached ? `https://${domain}` : platform;
  return { ...tenant, name, domain, admin, origin };
}

const firms = [
  await firm('Andes Patrimonio', 'clientes.andes.test'),
  await firm('Cordillera Capital', 'portal.cordillera.test'),
  await firm('Pacifico Family Office', 'app.pacifico.test', false),
  await firm('Magallanes Inversiones', null),
];

/** Finds what a text names that is not the firm's: another firm, its domain, another host, the platform. */
function foreignIn(text: string, { name, origin }: Firm): string[] {
  const others = firms.filter((each) => each.name !== name);
  const words = others.flatMap((each) => [each.name, ...(each.domain ? [each.domain] : [])]);
  const hosts = [...text.matchAll(/https?:\/\/[^/\s"'<>\\;]+/g)].map(([found]) => found);
  // The identifier of a meeting is in calendars for ever, and shown to nobody.
  const rest = text
    .replaceAll(origin, '')
    .replace(/^UID:.*$/gm, '')
    .toLowerCase();
  return [
    ...words.filter((word) => text.includes(word)),
    ...hosts.filter((host) => host !== origin),
    ...(rest.includes('atrium')
      ? [rest.slice(Math.max(0, rest.indexOf('atrium') - 60)).slice(0, 90)]
      : []),
  ];
}

/** Makes a firm send every kind of mail that there is; a kind without a line here fails the compiler. */
async function sendAll(of: Firm) {
  const { tenantUuid, admin } = of;
  const member = await of.staff({ staffType: 'ADMIN', timeZone: 'UTC' });
  const { tenantStaffUuid: userUuid, userEmail: email } = member;
  /** Queues a mail to the member. */
  const queue = (kind: MailKind, about: NewMail['about'] = {}) =>
    db.asTenant(tenantUuid, system, (tx) => queueMail(tx, { kind, personUuid: userUuid, about }));
  const [day, connectionUuid] = ['2030-05-06', randomUUID()];
  /** A meeting that the member hosts. */
  const hosted = async (title: string) => {
    const { status, body } = await admin.post('/api/v1/meetings', {
      title,
      startDateTime: '2030-05-08T10:00:00',
      endDateTime: '2030-05-08T11:00:00',
      timezone: 'America/Santiago',
      locationType: 'ONLINE',
      hostUuid: userUuid,
      externalAttendees: [{ name: 'Elena', email: `${title.length}-${tenantUuid}@people.test` }],
    });
    expect(status).toBe(201);
    return body;
  };
  const send: Record<MailKind, () => Promise<unknown>> = {
    FIRST_LINK: () => queue('FIRST_LINK'),
    PASSWORD_RESET: () => queue('PASSWORD_RESET'),
    SIGN_IN_CHANGED: () => queue('SIGN_IN_CHANGED', { change: 'TOTP_ADDED' }),
    LOGIN_CHANGED: async () => {
      const other = await of.staff();
      const userEmail = `${randomUUID()}@people.test`;
      await admin.put(`/api/tenant-staff/${other.tenantStaffUuid}`, { userEmail });
    },
    CREDENTIAL_CREATED: () =>
      admin.post('/api/credentials', { name: 'Sistema', roles: ['TENANT_STAFF'] }),
    INVITATION: () =>
      admin.post('/api/v1/meetings', {
        title: 'Revisión',
        startDateTime: '2030-05-06T10:00:00',
        endDateTime: '2030-05-06T11:00:00',
        timezone: 'America/Santiago',
        locationType: 'ONLINE',
        externalAttendees: [{ name: 'Elena', email: `guest-${tenantUuid}@people.test` }],
      }),
    MEETING_ARRANGED: async () => {
      const host = await of.staff();
      const { status } = await admin.post('/api/v1/meetings', {
        title: 'Arreglada',
        startDateTime: '2030-05-07T10:00:00',
        endDateTime: '2030-05-07T11:00:00',
        timezone: 'America/Santiago',
        locationType: 'ONLINE',
        hostUuid: host.tenantStaffUuid,
        externalAttendees: [{ name: 'Elena', email: `second-${tenantUuid}@people.test` }],
      });
      expect(status).toBe(201);
    },
    ANSWER_WORDS: async () => {
      const { meetingUuid, participants } = await hosted('Con mensaje');
      const [{ participantUuid }] = participants;
      await db.asPlatform(
        (tx) => tx`
          update meeting_participants set rsvp_note = 'Prefiero otro día'
           where participant_uuid = ${participantUuid}`,
      );
      await queue('ANSWER_WORDS', { meetingUuid, participantUuid });
    },
    ANSWER_UNMATCHED: async () => {
      const { meetingUuid } = await hosted('Reenviada');
      const answerUuid = randomUUID();
      const answer = { tenantUuid, answerUuid, meetingUuid, sender: 'x@people.test' };
      const row = { ...answer, reason: 'NOT_INVITED', contentHash: Buffer.alloc(32) };
      await db.asPlatform((tx) => tx`insert into unmatched_answers ${tx(row)}`);
      await queue('ANSWER_UNMATCHED', { meetingUuid, answerUuid });
    },
    MORNING_TASKS: async () => {
      await admin.post('/api/tasks', { title: 'Llamar', dueDate: day, assigneeUuid: userUuid });
      await queue('MORNING_TASKS', { day });
    },
    CALENDAR_SUSPENDED: async () => {
      await db.asPlatform(
        (tx) => tx`
          insert into calendar_connections
            (tenant_uuid, connection_uuid, user_uuid, provider, account_id, email, status,
             suspended_at, suspended_meetings)
          values (${tenantUuid}, ${connectionUuid}, ${userUuid}, 'PROVIDER_A', 'a', 'a@people.test',
                  'CONNECTED', now(), '{}')`,
      );
      await queue('CALENDAR_SUSPENDED', { connectionUuid });
    },
    WEBHOOK_DISABLED: async () => {
      const url = 'https://hooks.people.test/x';
      const { endpointUuid } = (await admin.post('/api/webhook-endpoints', { url })).body;
      await db.asPlatform(
        (tx) => tx`
          update webhook_endpoints set active_until = now(), disabled_reason = 'FAILING'
           where endpoint_uuid = ${endpointUuid}`,
      );
      await queue('WEBHOOK_DISABLED', { endpointUuid });
    },
    DOMAIN_UNPROVED: async () => {
      const { domain } = of;
      if (!domain) return;
      const mark = (since: string | null) =>
        db.asPlatform(
          (tx) => tx`
            update tenant_domains set unproved_since = ${since}::timestamptz
             where tenant_uuid = ${tenantUuid}`,
        );
      await mark('now');
      await queue('DOMAIN_UNPROVED', { domain });
      await expect.poll(waiting).toHaveLength(0);
      await mark(null);
    },
    MAILS_WAITING: () => queue('MAILS_WAITING', { perDay: 2_000 }),
    LOGINS_ALIKE: async () => {
      await db.asPlatform((tx) => tx`insert into login_conflicts ${tx({ tenantUuid, userUuid })}`);
      await queue('LOGINS_ALIKE');
    },
    TENANT_ENTERED: () => queue('TENANT_ENTERED', { at: '2026-03-01 09:30' }),
    REPLY_ADDRESS: () =>
      admin.put(`/api/tenants/${tenantUuid}/mail`, { replyTo: `hola-${tenantUuid}@people.test` }),
    MAIL_TEST: () => admin.post(`/api/tenants/${tenantUuid}/mail/test`),
  };
  const own = () => w.mails.filter((mail) => mail.tenantUuid === tenantUuid);
  const sent = () => [...new Set(own().map(({ kind }) => kind))].sort();
  const others = mailKinds.filter((kind) => kind !== 'DOMAIN_UNPROVED');
  for (const kind of others) await send[kind]();
  await expect.poll(sent).toEqual([...others].sort());
  // What goes out while a domain is not proved names the platform's address.
  const waiting = () =>
    db.asPlatform(
      (tx) => tx`
        select from mails where tenant_uuid = ${tenantUuid} and state = 'QUEUED'`,
    );
  await expect.poll(waiting).toHaveLength(0);
  await send.DOMAIN_UNPROVED();
  if (of.domain) await expect.poll(sent).toEqual([...mailKinds].sort());
  return { email, mails: own() };
}

const textOf = ({ fromName, replyTo, subject, text, html, calendar }: Message) =>
  [fromName, replyTo?.name, subject, text, html, calendar?.content.replace(/\r\n /g, '')].join(
    '\n',
  );

describe.each(firms)('What $name sends and shows', (of) => {
  test('in mails and their calendar files names no other firm, host or brand', async () => {
    const { mails } = await sendAll(of);
    for (const mail of mails) {
      expect([mail.kind, foreignIn(textOf(mail), of)]).toEqual([mail.kind, []]);
      expect([mail.kind, mail.fromName]).toEqual([mail.kind, of.name]);
    }
    const links = mails.flatMap((mail) => mail.text.match(/https:\S+token=\S+/g) ?? []);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect(link.startsWith(`${of.origin}/`)).toBe(true);

    // Every page that a mail leads to wears the firm's brand at the platform's address and at its own.
    const hosts = [platform, ...(of.domain ? [`https://${of.domain}`] : [])];
    for (const link of links)
      for (const host of hosts) {
        const { pathname, search } = new URL(link);
        const at = { host: new URL(host).host, 'x-forwarded-proto': 'https' };
        const { status, html } = await consolePageAt(w.anonymous, `${pathname}${search}`, at);
        expect([link, host, status]).toEqual([link, host, 200]);
        expect([link, host, foreignIn(html, of)]).toEqual([link, host, []]);
        expect(html).toContain(of.name);
      }
  });

  test('in its feed, its answers and the pages of its host neither', async () => {
    const person = await of.as('TENANT_STAFF');
    const feed = await person.post('/api/v1/calendar/feed');
    const { pathname } = new URL(feed.body.url);
    const calendar = await w.anonymous.get(pathname);
    const branding = await of.admin.get(`/api/tenants/${of.tenantUuid}/branding`);
    const upload = await of.admin.post(`/api/tenants/${of.tenantUuid}/branding/assets/init`, {
      files: [{ type: 'logo', ext: 'svg' }],
    });
    const shown = await w.anonymous.get(`/api/public/tenants/${of.tenantUuid}/branding`);
    for (const { status, body } of [feed, calendar, branding, upload, shown]) {
      expect(status).toBeLessThan(300);
      expect(foreignIn(typeof body === 'string' ? body : JSON.stringify(body), of)).toEqual([]);
    }
    if (!of.domain) return;
    const at = { host: of.domain, 'x-forwarded-proto': 'https', accept: 'text/html' };
    for (const url of publicPages) {
      const { body } = await w.anonymous.get(url, at);
      expect([url, foreignIn(String(body), of)]).toEqual([url, []]);
      expect([url, String(body)]).toEqual([url, expect.stringContaining(of.name)]);
    }
  });
});

const unknown = randomUUID();
const publicPages = [
  '/',
  '/sign-in',
  '/forgot-password',
  '/set-password?token=x',
  '/nowhere',
  '/dev/nowhere',
  '/api/v1/calendar/callback/success',
  '/api/v1/calendar/callback/oauth-failed',
  '/api/public/reply-address?token=x',
  '/api/public/mail/unsubscribe?token=x',
  `/api/v1/meetings/${unknown}/participants/${unknown}/rsvp?status=ACCEPTED`,
];

test('every page and file that the platform serves without a sign-in is looked at here', async () => {
  const { body } = await w.anonymous.get('/openapi.json');
  const served = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method === 'get')
        .filter(([, { responses }]) => /text\/(html|calendar)/.test(JSON.stringify(responses)))
        .map(() => path),
  );
  const known = [...publicPages, '/api/v1/calendar/feed/{token}.ics'].map((path) =>
    path.replaceAll(unknown, '{id}').replace(/\?.*/, ''),
  );
  for (const path of served)
    expect(known).toContain(path.replace(/\{(meetingUuid|participantUuid)\}/g, '{id}'));
});

type Operation = { responses: object };
