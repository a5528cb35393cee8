import type { PropsWithChildren } from 'react';
import { usePerson } from '../person.ts';
import { placesOf } from './places.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

const nothing = () => undefined;

/** Draws the frame around a sample of a page; its keys open nothing. */
export function Picture({ children }: PropsWithChildren) {
  const user = usePerson();
  if (!user) return null;
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
