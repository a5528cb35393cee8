import { useSyncExternalStore } from 'react';
import { getSession, onSession } from './session.ts';

type Asking = { proven: Promise<boolean>; settle: (isProven: boolean) => void };

let asking: Asking | undefined;
const listeners = new Set<() => void>();

function tell(next: Asking | undefined) {
  asking = next;
  for (const listener of listeners) listener();
}

/**
 * Asks the person to prove who they are; true once they did, false when they decline or somebody
 * else is signed in by then. Acts that need it at the same time share one question.
 */
export async function askForProof(): Promise<boolean> {
  const userUuid = getSession()?.user.userUuid;
  if (!asking) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    tell({ proven: promise, settle: resolve });
  }
  const isProven = (await asking?.proven) ?? false;
  return isProven && getSession()?.user.userUuid === userUuid;
}

/** Ends the question: the acts that wait are done, or fail as they would have. */
export function settleProof(isProven: boolean) {
  const { settle } = asking ?? {};
  tell(undefined);
  settle?.(isProven);
}

const channel = new BroadcastChannel('atrium-proof');
// The proof at the firm's provider was given in a window of its own.
channel.onmessage = () => settleProof(true);

/** Tells the other windows that the session was proven. */
export const tellProved = () => channel.postMessage('PROVED');

// The question was for the person who has left.
onSession(() => settleProof(false));

/** Returns whether the person is to prove who they are. */
export const useIsProofAsked = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asking !== undefined,
  );
