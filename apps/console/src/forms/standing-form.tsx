import { type ReactNode, useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { toast } from '../ui/toast.tsx';

/** Shows a form that stays on its page: once saved it begins anew, from what was saved. */
export function StandingForm({ children }: { children: (saved: () => void) => ReactNode }) {
  const t = useWords('common');
  const [round, setRound] = useState(0);
  const saved = () => {
    setRound(round + 1);
    toast({ message: t('saved') });
  };
  return <div key={round}>{children(saved)}</div>;
}
