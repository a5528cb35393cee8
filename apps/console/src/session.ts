import type { operations } from '@atrium/api-client/schema.d.ts';

type Tokens = operations['refreshSession']['responses'][200]['content']['application/json'];
export type User = Tokens['user'];
type Signed = Pick<Tokens, 'accessToken' | 'user'>;

/** Says who is signed in on this page. The access token is kept in memory only; the cookie is the server's. */
type Session = { accessToken: string; user: User } | undefined;

let session: Session;
/** Says why the session ended, for the sign-in page. */
export type Ended = 'SIGNED_OUT' | 'EXPIRED' | 'IDLE';
const listeners = new Set<() => void>();
const channel = new BroadcastChannel('atrium-session');
// Says that there may be a session and until when it may idle, in milliseconds; every tab reads it, and a
// reload does not renew it. Without it the sign-in page would ask for a session in vain.
const hint = 'atrium-session';

export const getSession = () => session;

/** Calls back when somebody signed in or out, in this tab or another. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function set(next: Session) {
  const changed = next?.user.userUuid !== session?.user.userUuid;
  session = next;
  if (changed) for (const listener of listeners) listener();
}

channel.onmessage = ({ data }: MessageEvent<{ signed?: Signed; ended?: Ended }>) => {
  if (data.ended) end(data.ended);
  else if (data.signed && session?.user.userUuid === data.signed.user.userUuid) set(data.signed);
};

/** Returns until when the session may idle, whichever tab was used last; undefined when there is none. */
export function idleUntil(): number | undefined {
  const text = localStorage.getItem(hint);
  return text === null ? undefined : Number(text);
}

/** Notes that the person is there: the session may idle until then, in all tabs. */
export const idleAllowedUntil = (time: number) => localStorage.setItem(hint, String(time));

/** A session that has just begun may idle so long, until the firm's own time is known. */
const untilKnownMs = 5 * 60_000;

/** Takes the answer of a sign-in or a refresh, and hands it to the other tabs. */
export function begin({ accessToken, user }: Signed) {
  if (idleUntil() === undefined) idleAllowedUntil(Date.now() + untilKnownMs);
  set({ accessToken, user });
  channel.postMessage({ signed: { accessToken, user } });
}

let ended: Ended | undefined;
export const endedBecause = () => ended;

function end(why: Ended) {
  ended = why;
  localStorage.removeItem(hint);
  // Who signs out leaves nothing behind; who is signed out finds what was typed again.
  if (why === 'SIGNED_OUT' && session) forgetDrafts(session.user.userUuid);
  set(undefined);
}

function forgetDrafts(userUuid: string) {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(`draft:${userUuid}:`)) sessionStorage.removeItem(key);
}

/** Forgets the session here and in the other tabs. */
export function forget(why: Ended) {
  end(why);
  channel.postMessage({ ended: why });
}

let refreshing: Promise<boolean> | undefined;

/**
 * Asks for a new access token by the cookie; true when there is one. Calls at the same time share one
 * request, tabs too: who waited takes the token that another tab got meanwhile. What the page asks by
 * itself (`isBackground`) does not count as use of the session.
 */
export async function refresh(isBackground = false): Promise<boolean> {
  const until = idleUntil();
  if (!session && until === undefined) return false;
  if (until !== undefined && Date.now() >= until) {
    await signOut('IDLE');
    return false;
  }
  const before = session?.accessToken;
  const ask = async () => {
    if (session && session.accessToken !== before) return true;
    const answer = await fetch('/api/auth/refresh', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(isBackground ? { 'x-background': 'true' } : {}),
      },
      body: '{"cookie":true}',
    });
    if (answer.ok) begin((await answer.json()) as Signed);
    else if (answer.status === 401 || answer.status === 403) forget('EXPIRED');
    return answer.ok;
  };
  // Locks exist in secure contexts only.
  const locks = (navigator as { locks?: LockManager }).locks;
  refreshing ??= (locks ? locks.request('atrium-refresh', ask) : ask()).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** Signs out: the server clears the cookie and ends the session, every tab forgets it. */
export async function signOut(why: Ended = 'SIGNED_OUT'): Promise<void> {
  await fetch('/api/auth/logout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"cookie":true}',
  }).catch(() => undefined);
  forget(why);
}
