import type { operations } from '@atrium/api-client/schema.d.ts';
import { ApiError } from './api-error.ts';
import { sharedStorage, tabStorage } from './storage.ts';

type Tokens = operations['refreshSession']['responses'][200]['content']['application/json'];
export type User = Tokens['user'];
export type Signed = Pick<Tokens, 'accessToken' | 'user'>;

/** Says who is signed in on this page. The access token is kept in memory only; the cookie is the server's. */
export type Session = Signed;

/** A person of a firm. The cookie is the browser's, so it may be another's by now. */
type Who = Pick<User, 'userUuid' | 'tenantUuid'>;

let session: Session | undefined;
/** Whom this page was made for: it never acts for anybody else. Another person gets it loaded anew. */
let bound: Who | undefined;

/** Says why the session ended, for the sign-in page. */
export type Ended = 'SIGNED_OUT' | 'EXPIRED' | 'IDLE' | 'OTHER_PERSON';
const listeners = new Set<() => void>();
const channel = new BroadcastChannel('atrium-session');
// Says whose session there may be and until when it may idle, in milliseconds; every tab reads it, and a
// reload does not renew it. Without it the sign-in page would ask for a session in vain.
const hintKey = 'atrium-session';
type Hint = Who & { until: number };

export const isSame = (one: Who | undefined, other: Who | undefined): boolean =>
  one?.userUuid === other?.userUuid && one?.tenantUuid === other?.tenantUuid;

export const getSession = () => session;

/** Returns the session to ask with. It has ended when somebody else signed in and this tab did not hear of it. */
export function sessionNow(): Session | undefined {
  look();
  return session;
}

/** Ends the session of this page when the browser's is another person's by now. */
function look() {
  const hint = readHint();
  if (session && hint && !isSame(hint, bound)) end('OTHER_PERSON');
}

/** Calls back when somebody signed in or out, in this tab or another. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function set(next: Session | undefined) {
  const changed = next?.user.userUuid !== session?.user.userUuid;
  session = next;
  if (changed) for (const listener of listeners) listener();
}

type Told = { signed: Signed } | { ended: Ended; who: Who | undefined };

channel.onmessage = ({ data }: MessageEvent<Told>) => {
  if ('ended' in data) {
    if (bound && isSame(data.who, bound)) end(data.ended);
  } else if (session) {
    if (isSame(data.signed.user, bound)) set(data.signed);
    else end('OTHER_PERSON');
  }
};
// A tab that was asleep has heard of nothing.
addEventListener('storage', ({ key }) => key === hintKey && look());
document.addEventListener('visibilitychange', look);

function readHint(): Hint | undefined {
  const hint: unknown = JSON.parse(sharedStorage.get(hintKey) ?? 'null');
  return typeof hint === 'object' && hint ? (hint as Hint) : undefined;
}

function writeHint({ userUuid, tenantUuid }: Who, until: number) {
  sharedStorage.set(hintKey, JSON.stringify({ userUuid, tenantUuid, until }));
}

/** Returns until when the session may idle, whichever tab was used last; undefined when there is none. */
export const idleUntil = (): number | undefined => readHint()?.until;

/** Notes that the person is there: the session may idle until then, in all tabs. */
export function idleAllowedUntil(time: number) {
  if (bound && isSame(readHint(), bound)) writeHint(bound, time);
}

/** A session that has just begun may idle so long, until the firm's own time is known. */
const untilKnownMs = 5 * 60_000;

/**
 * Takes the answer of a sign-in or a refresh, and hands it to the other tabs. False when this page was
 * made for another person: then it has to be loaded anew.
 */
export function begin({ accessToken, user }: Signed): boolean {
  if (!isSame(readHint(), user)) writeHint(user, Date.now() + untilKnownMs);
  channel.postMessage({ signed: { accessToken, user } } satisfies Told);
  if (bound && !isSame(bound, user)) return false;
  bound = user;
  set({ accessToken, user });
  return true;
}

let ended: Ended | undefined;
export const endedBecause = () => ended;

function end(why: Ended) {
  ended = why;
  // Who signs out leaves nothing behind; who is signed out finds what was typed again.
  if (why === 'SIGNED_OUT' && session) forgetDrafts(session.user.userUuid);
  set(undefined);
}

function forgetDrafts(userUuid: string) {
  for (const key of tabStorage.keys())
    if (key.startsWith(`draft:${userUuid}:`)) tabStorage.remove(key);
}

/** Forgets a person's session here and in the other tabs. */
function forget(why: Ended, who: Who | undefined) {
  forgetHint(who);
  end(why);
  channel.postMessage({ ended: why, who } satisfies Told);
}

/**
 * Takes away what says that there may be a session of a person, once the server said that there is none. A
 * message of another person's sign-in is no reason: it may come before what that tab wrote is seen here.
 */
function forgetHint(who: Who | undefined) {
  if (isSame(readHint(), who)) sharedStorage.remove(hintKey);
}

let refreshing: Promise<boolean> | undefined;

/**
 * Asks for a new access token by the cookie; true when there is one. It says whose session is meant: a
 * cookie of somebody else ends the session of this page and renews nothing. Calls at the same time
 * share one request, tabs too: who waited takes the token that another tab got meanwhile. What the
 * page asks by itself (`isBackground`) does not count as use of the session.
 */
export async function refresh(isBackground = false): Promise<boolean> {
  look();
  const hint = readHint();
  const isOver = !session && (!hint || !isSame(hint, bound ?? hint));
  if (isOver) return false;
  if (hint && Date.now() >= hint.until) {
    await signOut('IDLE');
    return false;
  }
  const before = session?.accessToken;
  const ask = async () => {
    if (session && session.accessToken !== before) return true;
    // Read when it is this page's turn: somebody may have signed in meanwhile.
    const who = bound ?? readHint();
    if (!who) return false;
    const answer = await post(
      '/api/auth/refresh',
      who,
      isBackground ? { 'x-background': 'true' } : {},
    );
    if (answer.ok) return begin(await signedOf(answer));
    if (answer.status === 409) {
      // A page that was nobody's would ask for the same person again.
      if (!bound) forgetHint(who);
      end('OTHER_PERSON');
    } else if (answer.status === 401 || answer.status === 403) forget('EXPIRED', who);
    // Anything else says nothing of the session: it is the line.
    else throw noAnswer();
    return false;
  };
  refreshing ??= withCookie(ask).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** Takes the session that a sign-in at a firm's provider has just begun, of whomever it is. */
export async function takeBegun(): Promise<void> {
  const answer = await withCookie(() => post('/api/auth/refresh', undefined, {}));
  if (answer.ok) begin(await signedOf(answer));
}

/**
 * Runs what sets the browser's cookie, one after the other over all tabs: else the answer to one person's
 * refresh could take the place of the cookie of another who signs in meanwhile.
 */
export function withCookie<T>(work: () => Promise<T>): Promise<T> {
  // Locks exist in secure contexts only.
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return work();
  let began = false;
  const turn = () => {
    began = true;
    return work();
  };
  // A browser that keeps nothing for this address has no locks either.
  return locks.request('atrium-refresh', turn).catch((failed: unknown) => {
    if (began) throw failed;
    return work();
  });
}

/** Signs out: the server clears the person's own cookie and ends the session, every tab of theirs forgets it. */
export async function signOut(why: Ended = 'SIGNED_OUT'): Promise<void> {
  const bearer: Record<string, string> = session
    ? { authorization: `Bearer ${session.accessToken}` }
    : {};
  const who = bound ?? readHint();
  const answer = await post('/api/auth/logout', who, bearer).catch(() => undefined);
  forget(why, who);
  // A session that began at the firm's provider ends there too, when the person leaves.
  if (answer?.status === 200 && why === 'SIGNED_OUT')
    location.assign(((await answer.json()) as { url: string }).url);
}

const noAnswer = () => new ApiError(0, { code: 'OFFLINE' });

/** Returns what a sign-in or a refresh answered, read whole; a page that came in its place is none. */
async function signedOf(answer: Response): Promise<Signed> {
  const signed = (await answer.json().catch(() => undefined)) as Partial<Signed> | undefined;
  if (!signed?.accessToken || !signed.user) throw noAnswer();
  return signed as Signed;
}

/** Sends what concerns the cookie, and says whose it is to be. */
function post(path: string, who: Who | undefined, headers: Record<string, string>) {
  const { userUuid, tenantUuid } = who ?? {};
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ cookie: true, userUuid, tenantUuid }),
  }).catch(() => {
    throw noAnswer();
  });
}
