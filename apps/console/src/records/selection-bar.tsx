import type { ReactNode } from 'react';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { Button } from '../ui/button.tsx';
import classes from './selection-bar.module.css';

type Props = { count: number; clear: () => void; children: ReactNode };

/** Shows what can be done with the selected rows, at the bottom of the page. */
export default function SelectionBar({ count, clear, children }: Props) {
  const t = useWords('common');
  useKeys([{ keys: 'Escape', label: t('table.clearSelection'), group: 'list', run: clear }]);
  return (
    <section className={classes.bar} aria-label={t('table.selected', { count })}>
      <strong aria-live="polite">{t('table.selected', { count })}</strong>
      {children}
      <Button variant="subtle" size="xs" onClick={clear}>
        {t('table.clearSelection')}
      </Button>
    </section>
  );
}
