import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Change } from '../follow-changes.ts';
import { useWords } from '../i18n/words.ts';
import type { User } from '../session.ts';
import { toast } from '../ui/toast.tsx';

/** The pause between two such notices of one record, in milliseconds. */
const pauseMs = 30_000;
/** A page that asked for nothing for so long has come to rest, in milliseconds. */
const restMs = 2_000;

/** Keeps what is shown as others change it, and says so when that is the record at hand. */
export function FollowedChanges({ user }: { user: User }) {
  const t = useWords('common');
  const isBusy = useIsFetching() > 0;
  const [hasRested, setRested] = useState(false);
  useEffect(() => {
    if (isBusy || hasRested) return;
    const timer = setTimeout(() => setRested(true), restMs);
    return () => clearTimeout(timer);
  }, [isBusy, hasRested]);
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
      () => setRested(false),
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
