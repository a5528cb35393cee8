import { lazy, Suspense } from 'react';
import { loadWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { isOutside } from '../tenant.ts';
import { StaffDay } from './staff-day.tsx';

/** Read by clients only: script and words come when one signs in. */
const ClientPlace = lazy(async () => {
  await loadWords(['client', 'feed', 'meetings', 'settings']);
  return import('../client/place.tsx');
});

/** Of who runs the platform: script and words come when one signs in. */
const Firms = lazy(async () => {
  await loadWords(['platform']);
  return import('./firms.tsx');
});

/** The first page: the day of staff, the own meetings of a client, the firms of who runs the platform. */
export default function Today() {
  const user = usePerson();
  if (!user) return null;
  const isOfPlatform = isOutside(user);
  if (user.userType !== 'CLIENT' && !isOfPlatform) return <StaffDay user={user} />;
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      {isOfPlatform ? <Firms /> : <ClientPlace />}
    </Suspense>
  );
}
