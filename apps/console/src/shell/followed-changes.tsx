import { useEffect } from 'react';
import type { Change } from '../follow-changes.ts';
import { useWords } from '../i18n/words.ts';
import type { User } from '../session.ts';
import { toast } from '../ui/toast.tsx';

/** The pause between two such notices of one record, in milliseconds. */
const pauseMs = 30_000;
const restMs = 2_000;

/** Keeps what is shown as others change it, and says so when that is the record at hand. */
export function FollowedChanges({ user }: { user: User }) {
  const t = useWords('common');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the language of now.
  useEffect(() => {
    const told = new Map<string, number>();
    let end: (() => void) | undefined;
    let hasEnded = false;
    // Once the page has come to rest: what it needs first comes first.
    const timer = setTimeout(async () => {
      const { followChanges } = await import('../follow-changes.ts');
      if (!hasEnded) end = followChanges(user, onChange);
    }, restMs);
    const onChange = ({ entityUuid }: Change) => {
      const isFresh = performance.now() - (told.get(entityUuid) ?? -pauseMs) < pauseMs;
      if (isFresh || !location.pathname.includes(entityUuid)) return;
      told.set(entityUuid, performance.now());
      toast({ message: t('changedElsewhere') });
    };
    return () => {
      clearTimeout(timer);
      hasEnded = true;
      end?.();
    };
  }, [user.userUuid, user.tenantUuid, t]);
  return null;
}
