import { useEffect } from 'react';
import type { Change } from '../follow-changes.ts';
import { useWords } from '../i18n/words.ts';
import type { User } from '../session.ts';
import { toast } from '../ui/toast.tsx';
import { useRested } from './use-rested.ts';

/** The pause between two such notices of one record, in milliseconds. */
const pauseMs = 30_000;

/** Keeps what is shown as others change it, and says so when that is the record at hand. */
export function FollowedChanges({ user }: { user: User }) {
  const t = useWords('common');
  const [hasRested, waitAgain] = useRested();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the language of now.
  useEffect(() => {
    // What the page needs comes first.
    if (!hasRested) return;
    const told = new Map<string, number>();
    let end: (() => void) | undefined;
    let hasEnded = false;
    import('../follow-changes.ts').then(
      ({ followChanges }) => {
        if (!hasEnded) end = followChanges(user, onChange);
      },
      // Without a network it is tried again later.
      waitAgain,
    );
    const onChange = ({ entityUuid }: Change) => {
      const isFresh = performance.now() - (told.get(entityUuid) ?? -pauseMs) < pauseMs;
      if (isFresh || !location.pathname.includes(entityUuid)) return;
      told.set(entityUuid, performance.now());
      toast({ message: t('changedElsewhere') });
    };
    return () => {
      hasEnded = true;
      end?.();
    };
  }, [user.userUuid, user.tenantUuid, t, hasRested]);
  return null;
}
