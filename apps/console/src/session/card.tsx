import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { ownPath, useFirm } from '../branding.tsx';
import { useWords } from '../i18n/words.ts';
import { announce } from '../ui/announcer.tsx';
import { LanguageMenu } from '../ui/language-menu.tsx';
import classes from './card.module.css';

/** Says of a card that it is a picture of one, on another page: it has no title of its own and takes no focus. */
export const IsPicture = createContext(false);

type Props = { title: string; lead?: ReactNode; children?: ReactNode };

/** A page of somebody who is not signed in: the firm's look, one thing to do. */
export function Card({ title, lead, children }: Props) {
  const t = useWords('session');
  const { name, branding, hasOwnLogo } = useFirm();
  const heading = useRef<HTMLHeadingElement>(null);
  const isPicture = useContext(IsPicture);
  const Main = isPicture ? 'div' : 'main';
  const Title = isPicture ? 'p' : 'h1';
  useEffect(() => {
    if (isPicture) return;
    document.title = `${title} · ${name}`;
  }, [title, name, isPicture]);
  useEffect(() => {
    if (isPicture) return;
    // A part that asks for the next thing, as a code, has taken the focus itself.
    if (!document.activeElement?.matches('input')) heading.current?.focus({ preventScroll: true });
    announce(title);
  }, [title, isPicture]);
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
        <Main className={classes.card}>
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
          <Title ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </Title>
          {lead && <p className={classes.lead}>{lead}</p>}
          {children}
        </Main>
      </div>
    </div>
  );
}
