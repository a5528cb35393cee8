import { Outlet } from '@tanstack/react-router';
import { OfflineBar } from './offline-bar.tsx';

export function Root() {
  return (
    <>
      <OfflineBar />
      <Outlet />
    </>
  );
}
