import type { PropsWithChildren } from 'react';
import { usePerson } from '../person.ts';
import { BottomBar } from './bottom-bar.tsx';
import { placesOf } from './places.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

const nothing = () => undefined;

/** Draws the frame around a sample of a page, as wide screens or phones have it; its keys open nothing. */
export function Picture({ isPhone = false, children }: PropsWithChildren<{ isPhone?: boolean }>) {
  const user = usePerson();
  if (!user) return null;
  if (isPhone)
    return (
      <>
        <TopBar openPalette={nothing} openKeys={nothing} />
        {children}
        <BottomBar places={placesOf(user)} openPalette={nothing} />
      </>
    );
  return (
    <>
      <Sidebar places={placesOf(user)} />
      <div>
        <TopBar openPalette={nothing} openKeys={nothing} />
        {children}
      </div>
    </>
  );
}
