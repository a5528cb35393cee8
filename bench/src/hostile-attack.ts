import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, type Headers } from '@atrium/api-client/test-support/call-api.ts';

/** The firm that attacks: its people, an administrator first. */
export type Attack = { tenantUuid: string; people: readonly Headers[] };

const [duplicatesAtOnce, exportsAtOnce, feedReaders, mostMeetings] = [16, 75, 8, 150];

/** Begins what people of one firm can do to the others within their limits; `stop` tells the answers. */
export function attack(address: string, { tenantUuid, people }: Attack) {
  const call = ask(address);
  const answers: Record<string, Record<string, number>> = {};
  let attacking = true;

  async function send(what: string, ...[method, path, body, headers]: Parameters<typeof call>) {
    const answer = await call(method, path, body, headers).catch(() => ({ status: 0, body: {} }));
    const statuses = answers[what] ?? {};
    answers[what] = { ...statuses, [answer.status]: (statuses[answer.status] ?? 0) + 1 };
    if (answer.status === 429 || answer.status === 503) await pause(200);
    return answer;
  }

  async function repeat(callers: number, once: () => Promise<unknown>): Promise<void> {
    const loop = async () => {
      while (attacking) await once();
    };
    await Promise.all(Array.from({ length: callers }, loop));
  }

  const asDo = (headers: Headers) => [
    repeat(duplicatesAtOnce, () =>
      send('duplicates', 'GET', '/api/contacts/duplicates?size=100', undefined, headers),
    ),
    repeat(4, () =>
      send(
        'readiness',
        'POST',
        '/api/v2/contacts',
        { sort: ['readinessStatus,desc'], size: 100 },
        headers,
      ),
    ),
    repeat(4, () => send('slots', 'POST', '/api/v1/availability/slots', slots(headers), headers)),
    repeat(1, () =>
      send('create', 'POST', '/api/contacts', contactOf(tenantUuid, headers), headers),
    ),
    stallExports(address, headers, () => attacking),
  ];

  /** Fills the person's calendar, and reads it by its secret address, as many at once as programs do. */
  async function readFeed(headers: Headers): Promise<void> {
    for (let at = 0; at < mostMeetings && attacking; at++)
      await send('meeting', 'POST', '/api/v1/meetings', meetingOf(at), headers);
    const { body } = await send(
      'feed address',
      'POST',
      '/api/v1/calendar/feed',
      undefined,
      headers,
    );
    const { pathname } = new URL(body.url ?? address);
    await repeat(feedReaders, () => send('feed', 'GET', pathname));
  }

  const all = people.flatMap((headers) => [...asDo(headers), readFeed(headers)]);
  return {
    stop: async () => {
      attacking = false;
      await Promise.all(all);
      return answers;
    },
  };
}

/** Opens exports that nobody reads, and opens them anew whenever they are closed. */
async function stallExports(address: string, headers: Headers, isOn: () => boolean): Promise<void> {
  const { hostname, port } = new URL(address);
  const lines = Object.entries({ ...headers, host: 'a', 'content-type': 'application/json' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const begin = `POST /api/v2/contacts/export HTTP/1.1\r\n${head}content-length: 2\r\n\r\n{}`;
  const sockets = new Set<Socket>();
  while (isOn()) {
    for (const each of sockets) if (each.destroyed) sockets.delete(each);
    while (sockets.size < exportsAtOnce) {
      const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.2' });
      sockets.add(socket.on('error', () => undefined));
      socket.write(begin);
    }
    await pause(500);
  }
  for (const socket of sockets) socket.destroy();
}

const slots = (headers: Headers) => ({
  userUuids: [headers['x-user-id']],
  startDateTime: '2027-01-01T00:00:00',
  endDateTime: '2027-02-28T00:00:00',
  durationMinutes: 30,
  timezone: 'America/Santiago',
  workingHours: { start: '00:00', end: '23:45', days: [1, 2, 3, 4, 5, 6, 7] },
});

const contactOf = (tenantUuid: string, headers: Headers) => ({
  firstName: 'Rosa',
  paternalLastName: 'Soto',
  contactType: 'PROSPECT',
  contactMeans: 'EMAIL',
  preferredContactLanguage: 'SPANISH',
  firmId: tenantUuid,
  firmType: 'TENANT',
  contactManagerId: headers['x-user-id'],
  contactManagerFirmType: 'TENANT',
  status: 'ACTIVE',
});

/** A meeting of the coming days with the longest description. */
function meetingOf(at: number) {
  const start = Temporal.Now.plainDateTimeISO('UTC').add({ hours: 2 + at });
  const text = (time: Temporal.PlainDateTime) => time.toString({ smallestUnit: 'second' });
  return {
    title: `Revisión ${at}`,
    description: 'á'.repeat(4_000),
    startDateTime: text(start),
    endDateTime: text(start.add({ hours: 1 })),
    timezone: 'UTC',
    locationType: 'ONLINE',
  };
}
