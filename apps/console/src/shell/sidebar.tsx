import { useLocation } from '@tanstack/react-router';
import { ownPath, useFirm } from '../branding.tsx';
import { useWords } from '../i18n/words.ts';
import { pathTo, patterns } from '../paths.ts';
import { Link } from '../ui/link.tsx';
import { type Place, placeAt } from './places.ts';
import classes from './shell.module.css';
import { SyncProblems } from './sync-problems.tsx';

/** The places of the console, on the firm's own colour. */
export function Sidebar({ places }: { places: readonly Place[] }) {
  const t = useWords('common');
  const { pathname } = useLocation();
  const active = placeAt(pathname, places, patterns);
  return (
    <nav className={classes.sidebar} aria-label={t('navigation')}>
      <Firm />
      <ul className={classes.places}>
        {places.map(({ name, icon: Icon, letter, pages }) => (
          <li key={name} className={classes.placeItem}>
            <Link
              href={pathTo(pages[0] ?? name)}
              className={classes.place}
              data-active={name === active || undefined}
              aria-current={pathname === patterns[pages[0] ?? name] ? 'page' : undefined}
            >
              <Icon size={18} stroke={1.7} aria-hidden />
              {t(`places.${name}`)}
              <kbd className={classes.letter} aria-hidden>
                G {letter.toUpperCase()}
              </kbd>
            </Link>
            {name === 'calendar' && <SyncProblems />}
            {name === active && pages.length > 1 && (
              <ul className={classes.pages}>
                {pages.map((page) => (
                  <li key={page}>
                    <Link
                      href={pathTo(page)}
                      className={classes.subpage}
                      aria-current={pathname === patterns[page] ? 'page' : undefined}
                    >
                      {t(`pages.${page}`)}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The firm's logo on a light plate, or its name. */
function Firm() {
  const { name, branding, hasOwnLogo } = useFirm();
  return (
    <Link href={pathTo('today')} className={classes.firm}>
      {hasOwnLogo ? (
        <span className={classes.plate}>
          <img src={ownPath(branding.assets.logo)} alt={name} height={24} />
        </span>
      ) : (
        <span className={classes.firmName}>{name}</span>
      )}
    </Link>
  );
}
