import { Fragment, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { useFirm } from '../branding.tsx';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import type { Href } from '../paths.ts';
import { noteVisit } from '../visits.ts';
import { useGo, usePath } from './address.ts';
import { announce } from './announcer.tsx';
import { Link } from './link.tsx';
import classes from './page.module.css';

type Crumb = { label: string; href: Href };
type Props = {
  title: string;
  /** The tab's title where the heading alone would not tell pages apart. */
  windowTitle?: string;
  /** One line that says what the page means. */
  lead?: ReactNode;
  crumbs?: readonly Crumb[];
  /** Beside the title: a picture of the person, a ring. */
  before?: ReactNode;
  /** The acts of the page, at most one of them primary. */
  acts?: ReactNode;
  /** A reading column instead of the whole width. */
  isNarrow?: boolean;
  children?: ReactNode;
};

/** A page: its title in the window and as the one h1, which takes the focus when the page opens. */
export function Page({
  title,
  windowTitle,
  lead,
  crumbs = [],
  before,
  acts,
  isNarrow,
  children,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { name } = useFirm();
  const t = useWords('common');
  const go = useGo();
  const pathname = usePath();
  const own = windowTitle ?? title;
  useEffect(() => {
    document.title = `${own} · ${name}`;
    noteVisit(pathname, own);
  }, [own, name, pathname]);
  const above = crumbs.at(-1);
  const up = () => {
    // A form is left by its own buttons and by links.
    if (above && !document.querySelector('main form[data-form="whole"]')) void go(above.href);
  };
  useKeys(above ? [{ keys: 'Escape', label: t('back'), run: up }] : []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page, however its title changes later.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    announce(own);
  }, []);
  return (
    <div className={isNarrow ? classes.narrow : classes.page}>
      <header className={classes.header}>
        {crumbs.length > 0 && (
          <nav aria-label={t('breadcrumb')} className={classes.crumbs}>
            {crumbs.map(({ label, href }, at) => (
              <Fragment key={href}>
                {at > 0 && <span aria-hidden>/</span>}
                <Link href={href}>{label}</Link>
              </Fragment>
            ))}
          </nav>
        )}
        <div className={classes.row}>
          {before}
          <div className={classes.heading}>
            <h1 ref={heading} tabIndex={-1} className={classes.title}>
              {title}
            </h1>
            {lead && <p className={classes.lead}>{lead}</p>}
          </div>
          {acts && <div className={classes.acts}>{acts}</div>}
        </div>
      </header>
      {children}
    </div>
  );
}

type SectionProps = {
  title: string;
  acts?: ReactNode;
  children: ReactNode;
  level?: 2 | 3;
  ref?: Ref<HTMLElement>;
};

/** A card of a page with a heading. */
export function Section({ title, acts, children, level = 2, ref }: SectionProps) {
  const Heading = `h${level}` as const;
  return (
    <section ref={ref} className={classes.section} aria-label={title}>
      <header className={classes.sectionHeader}>
        <Heading className={classes.sectionTitle}>{title}</Heading>
        {acts}
      </header>
      {children}
    </section>
  );
}
