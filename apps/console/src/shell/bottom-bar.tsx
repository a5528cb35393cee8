import { UnstyledButton } from '@mantine/core';
import { IconDots, IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { type PathName, pathTo, patterns } from '../paths.ts';
import { Sheet } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { type Place, placeAt } from './places.ts';
import classes from './shell.module.css';

/** So few pages stand in the bar itself, without search: those of a client. */
const few = 3;
const first: readonly PathName[] = ['today', 'people', 'calendar'];

/** The navigation of the phone: three places, search, and the rest behind More. */
export function BottomBar({
  places,
  openPalette,
}: {
  places: readonly Place[];
  openPalette: () => void;
}) {
  const t = useWords('common');
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const active = placeAt(pathname, places, patterns);
  const hasRoom = places.flatMap(({ pages }) => pages).length <= few;
  return (
    <nav className={classes.bottom} aria-label={t('navigation')}>
      {places
        .filter(({ name }) => hasRoom || first.includes(name))
        .map(({ name, icon: Icon }) => (
          <Link
            key={name}
            href={pathTo(name)}
            className={classes.bottomItem}
            data-active={name === active || undefined}
          >
            <Icon size={22} stroke={1.7} aria-hidden />
            {hasRoom ? t(`pages.${name}`) : t(`places.${name}`)}
          </Link>
        ))}
      {!hasRoom && (
        <>
          <UnstyledButton className={classes.bottomItem} onClick={openPalette}>
            <IconSearch size={22} stroke={1.7} aria-hidden />
            {t('search')}
          </UnstyledButton>
          <UnstyledButton className={classes.bottomItem} onClick={() => setOpen(true)}>
            <IconDots size={22} stroke={1.7} aria-hidden />
            {t('more')}
          </UnstyledButton>
          <Sheet title={t('more')} isOpen={isOpen} close={() => setOpen(false)}>
            <ul className={classes.morePlaces}>
              {places.flatMap(({ pages }) =>
                pages.map((page) => (
                  <li key={page}>
                    <Link href={pathTo(page)} onClick={() => setOpen(false)}>
                      {t(`pages.${page}`)}
                    </Link>
                  </li>
                )),
              )}
            </ul>
          </Sheet>
        </>
      )}
    </nav>
  );
}
