import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../core/event.ts';
import { type Fault, faultKinds } from '../core/faults.ts';
import type { Provider } from '../core/provider.ts';
import { Refusal } from '../core/refusal.ts';
import { toZone } from '../core/time.ts';
import { calendarPage, type Look } from './page.ts';
import { personAt } from './person.ts';

type Form = Record<string, string | undefined>;

/**
 * The person's side over HTTP, at `/simulator`: a page with forms, and for programs
 * `state.json`, `faults`, `clock` and `accounts/:email/:action`. No part of either protocol.
 */
export function userSideRoutes(
  app: FastifyInstance,
  provider: Provider,
  kind: 'a' | 'b',
  look: Look,
  more: Record<string, (email: string) => void> = {},
): void {
  app.addHook('onRequest', async (request) => {
    // Another site's page must not press these buttons.
    const from = request.headers['sec-fetch-site'];
    if (request.url.startsWith('/simulator') && request.method !== 'GET' && from === 'cross-site')
      throw new Refusal(403, 'forbidden', 'Cross-site requests are refused.');
  });

  app.get('/', async (_request, reply) => reply.redirect('/simulator'));
  app.get('/simulator', async (request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .send(calendarPage(provider, kind, look, (request.query as Form).account)),
  );
  app.get('/simulator/state.json', async (request) => {
    const { account = '' } = request.query as Form;
    const person = personAt(provider, kind, account);
    return {
      changes: person.calendar.data.counter,
      events: person.events(),
      channels: provider.channelsOf(account.toLowerCase()),
      mails: provider.mails,
      pendingPushes: provider.pushes.pending(),
    };
  });

  const form = (path: string, act: (person: ReturnType<typeof personAt>, form: Form) => void) =>
    app.post(path, async (request, reply) => {
      const { account = '', ...rest } = request.body as Form;
      attempt(() => act(personAt(provider, kind, account), rest));
      return back(reply, account);
    });
  form('/simulator/create', (person, { title = '', start = '', minutes, ...rest }) => {
    const end = Temporal.PlainDateTime.from(start).add({ minutes: Number(minutes) || 60 });
    person.create({
      title,
      start,
      end: end.toString({ smallestUnit: 'minute' }),
      ...(rest.attendee ? { attendees: [rest.attendee] } : {}),
      ...(rest.organizer ? { organizer: rest.organizer } : {}),
      ...(rest.recurrence ? { recurrence: [rest.recurrence] } : {}),
    });
  });
  form('/simulator/move', (person, { id = '', start = '' }) => person.move(id, start));
  form('/simulator/cancel', (person, { id = '' }) => person.cancel(id));
  form('/simulator/answer', (person, { id = '', attendee = '', answer }) =>
    person.answer(id, attendee, answer as Answer),
  );

  form('/simulator/arm', ({ calendar }, { kind, times, clear }) => {
    if (clear) return provider.faults.clear();
    const account = calendar.data.email;
    provider.faults.add({ kind: readKind(kind), account, times: Number(times) || 1 });
  });

  app.get('/simulator/faults', async () => provider.faults.list());
  app.post('/simulator/faults', async (request, reply) => {
    const fault = request.body as Fault;
    provider.faults.add({ ...fault, kind: readKind(fault?.kind) });
    return reply.code(204).send();
  });
  app.delete('/simulator/faults', async (_request, reply) => {
    provider.faults.clear();
    return reply.code(204).send();
  });
  app.post('/simulator/clock', async (request) => {
    provider.clock.skew(Number((request.body as { skewMs?: number }).skewMs ?? 0));
    return { now: toZone(provider.clock.now(), 'UTC').local };
  });

  const actions: Record<string, (email: string) => void> = {
    revoke: (email) => provider.grants.revokeAccount(email),
    'expire-access-tokens': (email) => provider.grants.expireAccess(email),
    'expire-sync-tokens': (email) => provider.calendarOf(email).expireSyncTokens(),
    'drop-channels': (email) => provider.dropChannels(email),
    ...more,
  };
  app.post('/simulator/accounts/:email/:action', async (request: FastifyRequest, reply) => {
    const { email, action } = request.params as { email: string; action: string };
    const act = actions[action];
    if (!act) throw new Refusal(404, 'notFound', `Not one of ${Object.keys(actions).join(', ')}`);
    act(email.toLowerCase());
    return reply.code(204).send();
  });
}

function readKind(text: string | undefined): Fault['kind'] {
  const found = faultKinds.find((each) => each === text);
  if (!found) throw new Refusal(400, 'invalid', `kind must be one of ${faultKinds.join(', ')}`);
  return found;
}

function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    throw new Refusal(400, 'invalid', (error as Error).message);
  }
}

function back(reply: FastifyReply, account: string): FastifyReply {
  return reply.redirect(`/simulator?account=${encodeURIComponent(account)}`, 303);
}
