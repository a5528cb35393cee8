import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { pathTo } from '../paths.ts';
import { useMe, usePerson } from '../person.ts';
import { isSameZone, machineZone, shownZone } from '../time.ts';
import { useGo } from '../ui/address.ts';
import { FramePicture } from '../ui/frame-picture.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useIsPhone } from '../ui/phone-width.ts';
import { BottomBar } from './bottom-bar.tsx';
import { FollowedChanges } from './followed-changes.tsx';
import { IdleLock } from './idle-lock.tsx';
import { Picture } from './picture.tsx';
import { placesOf } from './places.ts';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

// What opens on demand is loaded on demand.
const ZoneBar = lazyPart(() => import('./zone-bar.tsx'));
const Palette = lazyPart(() => import('./palette.tsx'));
const BriefOpener = lazyPart(() => import('../brief/opener.tsx'));
const CallSheet = lazyPart(() => import('./call-sheet.tsx'));
const KeysSheet = lazyPart(() => import('./keys-sheet.tsx'));

/** Shows what stands around every page of somebody who is signed in. */
export function Shell() {
  const t = useWords('common');
  const go = useGo();
  const user = usePerson();
  const me = useMe();
  const isPhone = useIsPhone();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<'palette' | 'keys' | 'call' | undefined>();
  const close = () => setOpen(undefined);
  const places = user ? placesOf(user) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes what lay over this one.
  useEffect(() => setOpen(undefined), [pathname]);
  useKeys([
    { keys: 'mod+k', label: t('keys.palette'), group: 'page', run: () => setOpen('palette') },
    { keys: '/', label: t('keys.search'), group: 'page', run: () => setOpen('palette') },
    { keys: '?', label: t('keys.sheet'), group: 'page', run: () => setOpen('keys') },
    ...(user && user.userType !== 'CLIENT'
      ? [
          {
            keys: 'g a',
            label: t('call.title'),
            group: 'page' as const,
            run: () => setOpen('call'),
          },
        ]
      : []),
    ...places.map(({ name, letter, pages }) => ({
      keys: `g ${letter}`,
      label: t(`places.${name}`),
      group: 'go' as const,
      run: () => void go(pathTo(pages[0] ?? name)),
    })),
  ]);
  if (!user) return null;
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        {t('skip')}
      </a>
      {!isPhone && <Sidebar places={places} />}
      <div className={classes.column}>
        <TopBar openPalette={() => setOpen('palette')} openKeys={() => setOpen('keys')} />
        {me.data && !isSameZone(shownZone(), machineZone()) && <ZoneBar me={me.data} />}
        {me.data?.preferences.openBrief === true && <BriefOpener />}
        {/* In another zone every time of the page is another. */}
        <main id="main" key={shownZone()} tabIndex={-1} className={classes.main}>
          <FramePicture value={Picture}>
            <Outlet />
          </FramePicture>
        </main>
      </div>
      {isPhone && <BottomBar places={places} openPalette={() => setOpen('palette')} />}

      {open === 'palette' && <Palette close={close} />}
      {open === 'keys' && <KeysSheet close={close} />}
      {open === 'call' && <CallSheet close={close} />}

      <FollowedChanges user={user} />
      {me.data && <IdleLock idleMinutes={me.data.idleMinutes} />}
    </div>
  );
}
