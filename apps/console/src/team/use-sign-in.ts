import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { useMailsWait } from '../records/use-firm.ts';
import { showTime } from '../time.ts';
import type { Tone } from '../ui/chip.tsx';
import type { Member } from './member.ts';

type SignIn = { label: string; tone: Tone; hint?: string };

/** Returns whether somebody can sign in and, of whoever never did, when a link was last asked for. */
export function useSignIn({ tenantStaffUuid, isActive, createdAt }: Member): SignIn {
  const t = useWords('team');
  const user = usePerson();
  const isOff = useMailsWait();
  const last = { size: 1 };
  // Nobody waits for these: what is known of somebody without them is shown at once.
  const signIns = useRead(
    'listAuditTrail',
    { query: { actorId: tenantStaffUuid, eventType: 'login.success', ...last } },
    { enabled: isActive && can('listAuditTrail', user), isBackground: true },
  );
  // An answer without events, but with a cursor, has not looked at all there is.
  const isNew = signIns.data?.content.length === 0 && !signIns.data.nextCursor;
  const links = useRead(
    'listAuditTrail',
    {
      query: {
        entityId: tenantStaffUuid,
        eventType: 'staff.password_reset_requested',
        ...last,
      },
    },
    { enabled: isNew, isBackground: true },
  );
  if (!isActive) return { label: t('states.inactive'), tone: 'plain' };
  if (!isNew) return { label: t('states.active'), tone: 'good' };
  const never = { label: t('states.never'), tone: 'warn' } as const;
  if (isOff) return { ...never, hint: t('link.waits') };
  if (!links.data) return never;
  const askedAt = links.data.content[0]?.occurredAt;
  const hint = askedAt
    ? t('link.asked', { date: showTime(askedAt) })
    : t('link.none', { date: showTime(createdAt) });
  return { ...never, hint };
}
