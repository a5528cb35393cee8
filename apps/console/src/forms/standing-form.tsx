import { type ReactNode, useState } from 'react';
import { useFocusAnew } from '../focus-in-place.ts';
import { useWords } from '../i18n/words.ts';
import { toast } from '../ui/toast.tsx';

/** Shows a form that stays on its page and begins anew, and says when it was saved. */
export function StandingForm({ children }: { children: (saved: () => void) => ReactNode }) {
  const t = useWords('common');
  const [round, setRound] = useState(0);
  const place = useFocusAnew<HTMLDivElement>(round, '[type="submit"]');
  const saved = () => {
    setRound(round + 1);
    toast({ message: t('saved') });
  };
  return <div ref={place}>{children(saved)}</div>;
}
