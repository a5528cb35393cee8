import { type ReactNode, useEffect, useRef } from 'react';
import { ownPath, useFirm } from '../branding.tsx';
import { useWords } from '../i18n/words.ts';
import { announce } from '../shell/announcer.tsx';
import { LanguageMenu } from '../shell/language-menu.tsx';
import classes from './card.module.css';

type Props = { title: string; lead?: ReactNode; children?: ReactNode };

/** A page of somebody who is not signed in: the firm's look, one thing to do. */
export function Card({ title, lead, children }: Props) {
  const t = useWords('session');
  const { name, branding, hasOwnLogo } = useFirm();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  useEffect(() => {
    // A part that asks for the next thing, as a code, has taken the focus itself.
    if (!document.activeElement?.matches('input')) heading.current?.focus({ preventScroll: true });
    announce(title);
  }, [title]);
  return (
    <div className={classes.page}>
      <aside className={classes.side} aria-hidden>
        <span className={classes.sideName}>{name}</span>
        <p className={classes.motto}>{t('motto')}</p>
      </aside>
      <div className={classes.column}>
        <div className={classes.language}>
          <LanguageMenu />
        </div>
        <main className={classes.card}>
          <p className={classes.firm}>
            {hasOwnLogo ? (
              <img
                src={ownPath(branding.assets.logo)}
                alt={name}
                height={36}
                className={classes.logo}
              />
            ) : (
              name
            )}
          </p>
          <h1 ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </h1>
          {lead && <p className={classes.lead}>{lead}</p>}
          {children}
        </main>
      </div>
    </div>
  );
}
