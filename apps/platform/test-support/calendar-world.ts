import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSimulators } from '@atrium/calendar-simulators/start-simulators.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { InjectOptions } from 'fastify';
import { expect, vi } from 'vitest';
import { atEndOfFile } from './at-end-of-file.ts';
import type { Answer, Client } from './client.ts';
import { dated } from './dated.ts';
import { type World, world } from './world.ts';

export type Kind = 'a' | 'b';
type Tenant = Awaited<ReturnType<World['tenant']>>;
export type CalendarWorld = Awaited<ReturnType<typeof calendarWorld>>;

/** The simulators' keys with the names that test titles use. */
export const eachProvider = [
  { kind: 'a', provider: 'Google' },
  { kind: 'b', provider: 'Microsoft' },
] as const;

/** Acts as a person at the consent page; returns where the browser is sent back to. */
type Approve = (authorizationUrl: string, email: string) => string | Promise<string>;

/** A platform beside simulated calendar providers, which reach its webhooks over HTTP. */
export async function calendarWorld(
  settings: Record<string, string> = {},
  options: Parameters<typeof startSimulators>[0] = {},
  worldOptions: Parameters<typeof world>[1] = {},
) {
  const door = await openDoor();
  const simulators = await startSimulators({
    zone: 'America/Santiago',
    httpPushes: true,
    ...options,
  });
  atEndOfFile(async () => {
    door.close();
    await simulators.close();
  });
  const w = await world(
    {
      PUBLIC_URL: door.url,
      CALENDAR_RETRY_BASE_MS: '20',
      CALENDAR_TICK_MS: '100',
      // Long, since the simulators share a processor with all else; a test of the limit sets its own.
      CALENDAR_TIMEOUT_MS: '10000',
      ...simulators.environment,
      ...settings,
    },
    worldOptions,
  );
  door.leadTo(w.app);
  // Opening the first connections takes a while on a busy machine; the worker waits for them, too.
  const warm = () => w.db.asPlatform((tx) => tx`select 1`);
  await vi.waitFor(warm, { timeout: 60_000, interval: 200 });
  return { ...w, simulators, door, staffWithCalendar, connect, atRest };

  /** A staff member, of a new tenant unless one is given, whose calendar is connected. */
  async function staffWithCalendar(kind: Kind, given?: Tenant) {
    const tenant = given ?? (await w.tenant());
    const staff = await tenant.as('TENANT_STAFF');
    const connected = await connect(staff, kind);
    return { tenant, staff, ...connected, simulator: simulators[kind], ...calendarOf(staff) };
  }

  /**
   * Waits until nothing is told of a tenant's calendars, and nobody reads them: what changes from then on and is
   * not told is found by whoever asks for it.
   */
  async function atRest(tenantUuid: string) {
    const isBusy = async () => {
      const [row] = await w.db.asPlatform(
        (tx) => tx<[{ is: boolean }]>`
          select coalesce(bool_or(
                   lease_token is not null or last_synced_at is null
                   or exists (select from calendar_notifications n
                               where n.connection_uuid = c.connection_uuid and n.handled_at is null)
                   or not exists (select from calendar_channels h
                                   where h.connection_uuid = c.connection_uuid and h.state = 'OPEN')), false) as is
            from calendar_connections c
           where tenant_uuid = ${tenantUuid} and status = 'CONNECTED'`,
      );
      const isTelling = [simulators.a, simulators.b].some(({ pushes }) => pushes.pending() > 0);
      return isTelling || row.is;
    };
    await expect.poll(isBusy, patience).toBe(false);
  }

  /** Connects a caller's calendar the way a browser does, and answers the person over there. */
  async function connect(
    staff: Client,
    kind: Kind,
    email = `${staff.identity['x-user-id']}@calendar.example`,
    approve: Approve = simulators[kind].approve,
  ) {
    const path = `/api/v1/calendar/connect/provider_${kind}`;
    const begun = await staff.post(path);
    const back = await approve(begun.body.authorizationUrl, email);
    const cookie = cookieOf(begun);
    const answer = await w.anonymous.get(back.replace(/^https?:\/\/[^/]+/, ''), { cookie });
    expect(answer.headers.location).toContain('/callback/success');
    return { email, person: simulators[kind].person(email) };
  }
}

/** The cookie that an answer set, as a browser sends it back. */
export function cookieOf({ headers }: Answer): string {
  return String(headers['set-cookie'] ?? '').split(';')[0] ?? '';
}

/** Reads the meetings that a caller sees. */
export function calendarOf(staff: Client) {
  const path = (meetingUuid: string) => `/api/v1/meetings/${meetingUuid}`;
  const read = async (meetingUuid: string) => (await staff.get(path(meetingUuid))).body;
  /** All meetings of the caller, whole, by start. */
  const meetings = async () => {
    const { body } = await staff.get(
      dated('/api/v1/meetings?from=2026-01-01T00:00:00&to=2028-01-01T00:00:00'),
    );
    const found = [];
    for (const { meetingUuid } of body.meetings) found.push(await read(meetingUuid));
    return found;
  };
  /** The one meeting that the caller has by then. */
  const onlyMeeting = async () => {
    await expect.poll(async () => (await meetings()).length, patience).toBe(1);
    return (await meetings())[0];
  };
  const create = async (changes: object = {}) => {
    const { status, body } = await staff.post('/api/v1/meetings', meetingInput(changes));
    expect(status).toBe(201);
    return body;
  };
  /** Waits until a meeting's sync has come to a state. */
  const until = async (meetingUuid: string, state: string) => {
    await expect
      .poll(async () => (await read(meetingUuid)).externalSyncStatus, patience)
      .toBe(state);
    return read(meetingUuid);
  };
  const history = async (meetingUuid: string) =>
    (await staff.get(`${path(meetingUuid)}/sync-history`)).body.attempts;
  const pull = async () => (await staff.post('/api/v1/calendar/sync')).body;
  const connection = async () => (await staff.get('/api/v1/calendar/connection')).body;
  return { path, read, meetings, onlyMeeting, create, until, history, pull, connection };
}

/** How things that happen in the background are waited for: a lease that was not given back lasts a minute. */
export const patience = { timeout: 90_000, interval: 30 };

/** A listening address that hands on to an app made later. */
async function openDoor() {
  let app: Server | undefined;
  let isShut = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      const answer = isShut
        ? undefined
        : await app
            ?.inject({
              method: request.method as InjectOptions['method'],
              url: request.url ?? '/',
              headers: request.headers,
              payload: Buffer.concat(chunks),
            })
            .catch(() => undefined);
      if (!answer) response.writeHead(503).end();
      else response.writeHead(answer.statusCode, answer.headers as never).end(answer.rawPayload);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (to: Server) => {
      app = to;
    },
    /** Whoever knocks is turned away, as when the platform is down. */
    shut: (value: boolean) => {
      isShut = value;
    },
    close: () => server.close(),
  };
}

/** A meeting create request. */
export function meetingInput(changes: object = {}) {
  return {
    title: 'Quarterly review',
    startDateTime: dated('2027-03-10T10:00:00'),
    endDateTime: dated('2027-03-10T11:00:00'),
    timezone: 'America/Santiago',
    locationType: 'IN_PERSON',
    locationDetail: 'Apoquindo 3000',
    ...changes,
  };
}
