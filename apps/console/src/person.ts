import { useSyncExternalStore } from 'react';
import { type AnswerOf, call } from './api.ts';
import { queryClient, readMe, readStart, useRead } from './data.ts';
import { changeLanguage, currentLanguage, type Language, wordsOf } from './i18n/words.ts';
import { allowSingleKeys } from './keys.ts';
import { getSession, onSession, type User } from './session.ts';
import { showIn } from './time.ts';

export type Me = AnswerOf<'getMe'>;

/** Returns who is signed in. */
export function usePerson(): User | undefined {
  return useSyncExternalStore(onSession, () => getSession()?.user);
}

/** Returns who is signed in as one who looks after people: whoever runs the platform does not. */
export const ownUuid = (user: User | undefined): string | undefined =>
  user && user.userType !== 'SYSTEM_ADMIN' ? user.userUuid : undefined;

/** Returns the own record of who is signed in: zone, language, preferences. */
export const useMe = () => useRead('getMe', {}, { staleTime: 300_000 });

const languageOf = (me: Me): Language => (me.platformLanguage === 'ENGLISH' ? 'en' : 'es');

/** The language that was chosen before anybody signed in. */
let chosen: Language | undefined;
/** A chosen language that the account's has replaced, with its own words for keeping it. */
export type Replaced = { language: Language; act: string };

/** Reads the own record once a session, and shows everything in the person's language and zone. Returns what was chosen instead. */
export async function takePerson(): Promise<Replaced | undefined> {
  const [me] = await Promise.all([
    readMe(),
    // What the frame and the calendar show of it has its place from the beginning; each part that is
    // missing is asked for alone.
    readStart().catch(() => undefined),
  ]);
  applyPreferences(me);
  if (languageOf(me) === currentLanguage()) return undefined;
  const replaced = chosen && { language: chosen, act: wordsOf('session')('keep') };
  await changeLanguage(languageOf(me));
  chosen = undefined;
  return replaced;
}

/** Takes what a person prefers into use. */
export function applyPreferences({ timeZone, preferences }: Me) {
  if (timeZone) showIn(timeZone);
  allowSingleKeys(preferences.singleKeys !== false);
}

/** Changes the language here, and of the person's own record when somebody is signed in. */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language);
  if (!getSession()) {
    chosen = language;
    return;
  }
  const platformLanguage = language === 'en' ? 'ENGLISH' : 'SPANISH';
  queryClient.setQueryData(['getMe', {}], await call('updateMe', { body: { platformLanguage } }));
}
