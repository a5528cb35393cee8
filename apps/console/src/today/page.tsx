import { loadWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { isOutside } from '../tenant.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { StaffDay } from './staff-day.tsx';

const busy = () => <div aria-busy="true" />;
/** Read by clients only: script and words come when one signs in. */
const ClientPlace = lazyPart(async () => {
  await loadWords(['client', 'feed', 'meetings', 'settings']);
  return import('../client/place.tsx');
}, busy);

/** Of who runs the platform: script and words come when one signs in. */
const Firms = lazyPart(async () => {
  await loadWords(['platform']);
  return import('./firms.tsx');
}, busy);

/** The first page: the day of staff, the own meetings of a client, the firms of who runs the platform. */
export default function Today() {
  const user = usePerson();
  if (!user) return null;
  const isOfPlatform = isOutside(user);
  if (user.userType !== 'CLIENT' && !isOfPlatform) return <StaffDay user={user} />;
  return <>{isOfPlatform ? <Firms /> : <ClientPlace />}</>;
}
