import { ApiError, call } from '../api.ts';
import { queryClient } from '../data.ts';
import { wordsOf } from '../i18n/words.ts';
import { type Me, useMe } from '../person.ts';
import { toast } from './toast.tsx';

const key = ['getMe', {}];

/** Returns a preference of the person's own, kept by the server, and a way to change it at once. */
export function usePreference<T>(name: string): [T | undefined, (value: T | undefined) => void] {
  const me = useMe();
  const change = (value: T | undefined) => {
    const before = queryClient.getQueryData<Me>(key);
    if (!before) return;
    const preferences = { ...before.preferences, [name]: value };
    queryClient.setQueryData<Me>(key, { ...before, preferences });
    call('updateMe', { body: { preferences } }).catch((error: unknown) => {
      queryClient.setQueryData<Me>(key, before);
      if (!(error instanceof ApiError)) throw error;
      toast({ message: wordsOf('tables')('notKept'), isBad: true });
    });
  };
  return [me.data?.preferences[name] as T | undefined, change];
}
