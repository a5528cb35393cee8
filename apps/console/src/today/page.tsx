import { lazy, Suspense } from 'react';
import { loadWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { enteredTenant } from '../tenant.ts';
import { Firms } from './firms.tsx';
import { StaffDay } from './staff-day.tsx';

/** Read by clients only: script and words come when one signs in. */
const ClientPlace = lazy(async () => {
  await loadWords(['client', 'feed', 'meetings', 'settings']);
  return import('../client/place.tsx');
});

/** The first page: the day of staff, the own meetings of a client, the firms of who runs the platform. */
export default function Today() {
  const user = usePerson();
  if (!user) return null;
  if (user.userType === 'CLIENT')
    return (
      <Suspense fallback={<div aria-busy="true" />}>
        <ClientPlace />
      </Suspense>
    );
  if (user.userType === 'SYSTEM_ADMIN' && !enteredTenant()) return <Firms />;
  return <StaffDay user={user} />;
}
