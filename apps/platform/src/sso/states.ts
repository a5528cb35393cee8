import { createHash, timingSafeEqual } from 'node:crypto';
import { createCipher, derivedKeys } from '../database/cipher.ts';
import type { KeyRing } from '../database/key-ring.ts';

/** A sign-in that was begun at a provider, as the state of OAuth carries it, sealed. */
export type BegunSignIn = {
  tenantUuid: string;
  connectionUuid: string;
  /** The host where it began, to which the browser comes back. */
  origin: string;
  /** The hash of the cookie of the browser that began. */
  browserHash: string;
  nonce: string;
  verifier: string;
  /** When it began, in milliseconds. */
  startedAt: number;
  /** Whose session is to be proven, where nobody signs in. */
  proof?: { userUuid: string; sessionUuid: string };
};

const lifetimeMs = 600_000;
const context = 'state';

/** Returns the hash by which a state or a browser's cookie is recognised. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export type States = ReturnType<typeof createStates>;

/** Seals what a callback needs to know into the state, so that a start leaves nothing behind. */
export function createStates(secretKeys: KeyRing) {
  const cipher = createCipher(derivedKeys(secretKeys, 'atrium sign-ins at providers'));

  const seal = (begun: BegunSignIn): string => cipher.seal(JSON.stringify(begun), context);

  /** Returns what was sealed here, late or not; undefined of anything else. */
  function open(state: string): BegunSignIn | undefined {
    try {
      return JSON.parse(cipher.open(state, context)) as BegunSignIn;
    } catch {
      return undefined;
    }
  }

  return { seal, open };
}

/** Returns whether a sign-in may still be finished, in the browser with this cookie. */
export function canFinish({ browserHash, startedAt }: BegunSignIn, cookie: string | undefined) {
  if (cookie === undefined || Date.now() > startedAt + lifetimeMs) return false;
  const [theirs, ours] = [hashOf(cookie), Buffer.from(browserHash, 'base64url')];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

/** Returns until when a state is remembered as spent. */
export const endOf = ({ startedAt }: BegunSignIn): Date => new Date(startedAt + lifetimeMs);
