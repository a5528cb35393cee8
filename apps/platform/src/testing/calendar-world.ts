import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSimulators } from '@atrium/calendar-simulators/start-simulators.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, expect } from 'vitest';
import type { Client } from './client.ts';
import { type World, world } from './world.ts';

export type CalendarWorld = Awaited<ReturnType<typeof calendarWorld>>;

/** A platform beside simulated calendar providers, which reach its webhooks over HTTP. */
export async function calendarWorld(
  settings: Record<string, string> = {},
  options: Parameters<typeof startSimulators>[0] = {},
) {
  const door = await openDoor();
  const simulators = await startSimulators({ zone: 'America/Santiago', ...options });
  afterAll(async () => {
    door.close();
    await simulators.close();
  });
  const w = await world({
    PUBLIC_URL: door.url,
    CALENDAR_RETRY_BASE_MS: '20',
    CALENDAR_TICK_MS: '100',
    CALENDAR_TIMEOUT_MS: '2000',
    ...simulators.environment,
    ...settings,
  });
  door.leadTo(w.app);
  return { ...w, simulators, door, staffWithCalendar: (kind: 'a' | 'b') => connected(w, kind) };

  async function connected(platform: World, kind: 'a' | 'b') {
    const tenant = await platform.tenant();
    const staff = await tenant.as('TENANT_STAFF');
    return { tenant, staff, ...(await connect(staff, kind)) };
  }

  /** Connects a caller's calendar the way a browser does, and answers the person over there. */
  async function connect(
    staff: Client,
    kind: 'a' | 'b',
    email = `${staff.identity['x-user-id']}@calendar.example`,
  ) {
    const path = `/api/v1/calendar/connect/provider_${kind}`;
    const { body } = await staff.post(path);
    const back = await simulators[kind].approve(body.authorizationUrl, email);
    const answer = await w.anonymous.get(back.replace(/^https?:\/\/[^/]+/, ''));
    expect(answer.headers.location).toContain('/callback/success');
    return { email, person: simulators[kind].person(email) };
  }
}

/** A listening address that hands on to an app made later. */
async function openDoor() {
  let app: Server | undefined;
  let isShut = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      if (!app || isShut) {
        response.writeHead(503).end();
        return;
      }
      const answer = await app.inject({
        method: request.method as InjectOptions['method'],
        url: request.url ?? '/',
        headers: request.headers,
        payload: Buffer.concat(chunks),
      });
      response.writeHead(answer.statusCode, answer.headers as never).end(answer.rawPayload);
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
    startDateTime: '2027-03-10T10:00:00',
    endDateTime: '2027-03-10T11:00:00',
    timezone: 'America/Santiago',
    locationType: 'IN_PERSON',
    locationDetail: 'Apoquindo 3000',
    ...changes,
  };
}
