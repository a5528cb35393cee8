import { sendPage } from '@atrium/kit/pages/send-page.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/db.ts';
import { createMacs } from '../../database/key-ring.ts';
import { toLanguage } from '../../mail/languages.ts';
import { notFound, Problem } from '../../problems.ts';
import { findTheme } from '../../tenants/branding/theme.ts';
import { type Invited, rsvpPath } from '../invitations/rsvp-token.ts';
import { OfParticipant } from '../schemas.ts';
import { actorOfInvitee, admitInvitee } from './admit-invitee.ts';
import { answerInvitation } from './answer-invitation.ts';
import { findFault } from './find-fault.ts';
import { formAndPages, wantsPage } from './form-and-pages.ts';
import { type Fault, isClosed, type PageState, rsvpPage } from './page.ts';
import { findInvitee, type Invitee } from './queries.ts';
import {
  Answer,
  type AnswerStatus,
  type Proposed,
  PublicRsvp,
  RsvpInput,
  readSaid,
  type Said,
  said,
  Token,
} from './schemas.ts';

const path = '/api/v1/meetings/:meetingUuid/participants/:participantUuid/rsvp';
const tags = ['Meetings'];

const htmlOf = (description: string) => ({
  description,
  content: { 'text/html': { schema: Type.String() } },
});
const pageAnswers = {
  200: htmlOf('A page that asks, or that says what was recorded'),
  ...problems(400, 403, 404, 429),
  409: htmlOf('A page that says why the answer cannot be taken'),
};

/** Answers without a sign-in: as JSON, by opening a link, and by the button of a mailed link's page. */
export async function publicRsvpRoutes(app: Server, { config, db }: { config: Config; db: Db }) {
  const { rateLimits, rsvpRequiresToken: required, secretKeys } = config;
  // One limit over all of them: an address has so many tries, whichever way.
  const limit = { max: rateLimits.publicRsvpPerMinute, timeWindow: '1 minute' };
  const open = {
    config: { public: true, rateLimit: false as const },
    onRequest: rateLimits.enabled ? [app.rateLimit(limit)] : [],
  };

  const admit = (invited: Invited, token: string | undefined) =>
    db.asPlatform((tx) => admitInvitee(tx, invited, { token, required }));

  type Given = Said & { token: string | undefined; source: 'LINK' | 'PAGE' };

  function answer(request: FastifyRequest, invitee: Invitee, { token, ...given }: Given) {
    const tokenless = token === undefined;
    // Participants see each other's identifiers: who has no token writes and proposes nothing in
    // another's name.
    if (tokenless && (given.note || given.proposed?.length)) throw new Problem('RSVP_LINK_INVALID');
    const agent = `${request.ip}\n${request.headers['user-agent'] ?? ''}`;
    const agentHashes = createMacs(secretKeys).all(agent);
    return db.asTenant(invitee.tenantUuid, actorOfInvitee(invitee), (tx) =>
      answerInvitation(tx, invitee, { ...given, agentHashes, tokenless }),
    );
  }

  /** Sends the page of a participant, with the answer as it stands now. */
  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    invited: Invited,
    {
      status,
      state,
      ...page
    }: {
      status: number;
      state: PageState;
      token: string | undefined;
      preferred?: AnswerStatus | undefined;
      fault?: Fault | undefined;
      proposed?: Proposed | undefined;
    },
  ) {
    const originOf = await request.originOfFirms();
    const { invitee, theme } = await db.asPlatform(async (tx) => {
      const found = await findInvitee(tx, invited);
      return { invitee: found, theme: found && (await findTheme(tx, found.tenantUuid, originOf)) };
    });
    if (!invitee || !theme) throw notFound('invitation');
    const form = { action: rsvpPath(invitee), preferred: undefined, ...page };
    const language = toLanguage(invitee.language);
    return sendPage(reply, status, rsvpPage(state, invitee, language, theme, form));
  }

  /** Records an answer and shows what came of it, in words also when it came too late. */
  async function recordAndShow(
    request: FastifyRequest,
    reply: FastifyReply,
    invitee: Invitee,
    given: Given,
  ) {
    const { token, status } = given;
    const state = await answer(request, invitee, given).then(
      (outcome): PageState => {
        if (outcome === 'UNDECIDED') return 'ASKING_AGAIN';
        if (status) return 'RECORDED';
        return given.proposed ? 'PROPOSED' : 'NOTED';
      },
      (error) => toState(error),
    );
    const code = isClosed(state) ? 409 : 200;
    return show(request, reply, invitee, { status: code, state, token, preferred: status });
  }

  app.put(
    path,
    {
      ...open,
      schema: {
        operationId: 'answerInvitation',
        tags,
        summary: 'Answer an invitation without signing in',
        description:
          'The token of the mailed link may be left out on the embedded start only: under production rules an answer without it is 403 unless RSVP_REQUIRE_TOKEN=false, since participants see each other’s identifiers. Answers the meeting’s title, time and one’s own answer only.',
        params: OfParticipant,
        querystring: Type.Object({ token: Type.Optional(Token) }),
        body: RsvpInput,
        response: { 200: PublicRsvp, ...problems(400, 403, 404, 409, 429) },
      },
    },
    async (request, reply) => {
      const { token } = request.query;
      const invitee = await admit(request.params, token);
      const given = readSaid(request.body);
      await answer(request, invitee, { token, ...given, source: 'LINK' });
      reply.header('cache-control', 'no-store');
      const status = given.status ?? invitee.rsvpStatus;
      return { ...invitee, status, rsvpStatus: status };
    },
  );

  await app.register(async (plain) => {
    const scope = formAndPages(plain, db);

    scope.get(
      path,
      {
        ...open,
        schema: {
          operationId: 'openInvitation',
          tags,
          summary: 'Answer an invitation by opening a link, or with confirm=1 be asked by its page',
          description:
            'Answers a page. The token may be left out on the embedded start only: under production rules a link without it is 403 unless RSVP_REQUIRE_TOKEN=false. Mailed links have confirm=1, because programs that scan mails open links: then nothing is written until the page’s button is pressed.',
          params: OfParticipant,
          querystring: Type.Object({
            status: Answer,
            token: Type.Optional(Token),
            confirm: Type.Optional(Type.String({ description: 'Any value: ask, write nothing' })),
          }),
          response: pageAnswers,
        },
      },
      async (request, reply) => {
        const { token, status, confirm } = request.query;
        const passive = isPassive(request) || (token === undefined && isEmbedded(request));
        const invitee = await admit(request.params, token);
        if (confirm === undefined && !passive) {
          const given = { token, ...readSaid({ status }), source: 'LINK' } as const;
          return recordAndShow(request, reply, invitee, given);
        }
        const state = stateOf(invitee, token);
        return show(request, reply, invitee, { status: 200, state, token, preferred: status });
      },
    );

    scope.post(
      path,
      {
        ...open,
        schema: {
          operationId: 'submitInvitationAnswer',
          tags,
          summary: 'What the page of a mailed link posts',
          description:
            'Takes a form and answers a page that says what was recorded, or why it was not. A proposed time is `proposed[0][startDateTime]` and `proposed[0][endDateTime]`; empty fields count as absent. A message may come alone.',
          consumes: ['application/x-www-form-urlencoded'],
          params: OfParticipant,
          body: Type.Object({
            status: Type.Optional(Answer),
            ...said,
            token: Type.Optional(Token),
          }),
          response: pageAnswers,
        },
      },
      async (request, reply) => {
        const { token, ...body } = request.body;
        if (token === undefined) await refuseOtherSites(request);
        const invitee = await admit(request.params, token);
        // Without the token there is no form of words and times, which could be wrong.
        const isForm = token !== undefined && wantsPage(request);
        const fault = isForm ? findFault(body, invitee) : undefined;
        if (fault && !isClosed(stateOf(invitee, token))) {
          const page = { status: 400, state: 'RECORDED', token, fault } as const;
          return show(request, reply, invitee, { ...page, proposed: body.proposed?.[0] });
        }
        const given = readSaid(body, { mayBeNote: true });
        return recordAndShow(request, reply, invitee, { token, ...given, source: 'PAGE' });
      },
    );
  });
}

/** Returns whether nobody is looking: a HEAD, or a browser that fetches ahead (Fetch standard, Sec-Purpose). */
function isPassive({ method, headers }: FastifyRequest): boolean {
  if (method === 'HEAD') return true;
  const purposes = [
    headers['sec-purpose'],
    headers.purpose,
    headers['x-purpose'],
    headers['x-moz'],
  ];
  return purposes.some((purpose) => /prefetch|preview|prerender/i.test(String(purpose ?? '')));
}

/**
 * Returns whether a browser loads it as a part of some page, such as an image or a frame, and nobody
 * opened it. Browsers always say what for; Node's own fetch says its mode and nothing else.
 */
function isEmbedded({ headers }: FastifyRequest): boolean {
  const wantedFor = headers['sec-fetch-dest'];
  return wantedFor !== undefined && wantedFor !== 'document';
}

/**
 * Refuses a form of another site, which nothing but the token of a mailed link would tell from our
 * own. Browsers say where a form was (Sec-Fetch-Site, or else Origin); programs say neither.
 */
async function refuseOtherSites(request: FastifyRequest): Promise<void> {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwn =
    site === undefined
      ? origin === undefined || (await request.isOwnOrigin(origin))
      : site === 'same-origin';
  if (!isOwn) throw new Problem('ORIGIN_REFUSED');
}

/** Returns the state of the page before anything is answered. */
function stateOf(invitee: Invitee, token: string | undefined): PageState {
  if (invitee.canceled) return 'CANCELED';
  if (invitee.over) return 'PAST';
  return token === undefined && invitee.rsvpIsConfirmed ? 'CONFIRMED' : 'ASKING';
}

/** Returns the state of a page whose answer cannot be taken; other failures go on as they are. */
function toState(error: unknown): PageState {
  if (error instanceof Problem && error.code === 'MEETING_CANCELED') return 'CANCELED';
  if (error instanceof Problem && error.code === 'MEETING_OVER') return 'PAST';
  if (error instanceof Problem && error.code === 'ANSWER_CONFIRMED') return 'CONFIRMED';
  throw error;
}
