import { useEffect, useRef } from 'react';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import classes from './form.module.css';
import { valueAt } from './paths.ts';
import type { FormState } from './use-form.ts';

type Props<V extends object, A> = {
  of: FormState<V, A>;
  labelOf: (path: string) => string;
  show: (path: string, value: unknown) => string;
};

/** Shows what somebody else changed in the same fields meanwhile, and asks for each whose value stays. */
export function ConflictPanel<V extends object, A>({ of, labelOf, show }: Props<V, A>) {
  const t = useWords('common');
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  const { conflict } = of;
  if (!conflict) return null;
  const { theirs, paths, who, ago } = conflict;
  const take = who ? t('conflict.takeTheirs', { name: who }) : t('conflict.takeOthers');
  return (
    <div ref={element} tabIndex={-1} role="alert" className={classes.conflict}>
      <p>{who ? t('conflict.by', { name: who, ago }) : t('conflict.bySomebody')}</p>
      <ul>
        {paths.map((path) => (
          <li key={path}>
            <span className={classes.both}>
              <strong>{labelOf(path)}</strong>
              <span>
                {t('conflict.mine', { value: show(path, valueAt(of.form.values, path)) })}
              </span>
              <span>{t('conflict.theirs', { value: show(path, valueAt(theirs, path)) })}</span>
            </span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t('conflict.keepMine')}: ${labelOf(path)}`}
              onClick={() => of.decide(path, false)}
            >
              {t('conflict.keepMine')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${take}: ${labelOf(path)}`}
              onClick={() => of.decide(path, true)}
            >
              {take}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
