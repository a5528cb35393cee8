import { useEffect, useState } from 'react';
import { type AnswerOf, call } from '../api.ts';

export type Started = AnswerOf<'startSsoSignIn'>;

const complete = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** How long somebody must have stopped typing, in milliseconds. */
const pauseMs = 300;

/** Returns whether a typed e-mail is whole. */
export const isWhole = (email: string) => complete.test(email.trim());

/** What is offered where nothing could be asked: the password. */
const byPassword: Started = { url: null, signIn: 'ANY' };

/** Returns how a firm lets people with an e-mail in; a failure to ask is no reason to let nobody in. */
export const askHow = (email: string): Promise<Started> =>
  call('startSsoSignIn', { body: { email } }).catch(() => byPassword);

/** Returns how the person of a typed e-mail comes in, once it is whole; undefined before. */
export function useStart(email: string) {
  const [started, setStarted] = useState<Started>();
  useEffect(() => {
    if (!isWhole(email)) return;
    let isMeant = true;
    const timer = setTimeout(async () => {
      const answer = await askHow(email.trim());
      if (isMeant) setStarted(answer);
    }, pauseMs);
    return () => {
      isMeant = false;
      clearTimeout(timer);
    };
  }, [email]);
  return [started, setStarted] as const;
}
