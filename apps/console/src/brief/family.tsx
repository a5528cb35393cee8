import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import type { MeetingDetail } from '../meetings/answer.tsx';
import { pathTo } from '../paths.ts';
import { screens } from '../screens.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './brief.module.css';
import { Wealth } from './wealth.tsx';

/** Who belongs to the household, the primary member first and who comes marked, and what it has. */
export function Family({
  householdUuid,
  meeting,
}: {
  householdUuid: string;
  meeting: MeetingDetail;
}) {
  const t = useWords('brief');
  const household = useRead('getHouseholdDetail', { path: { householdUuid } });
  const title = household.data?.name ?? t('family.title');
  const comes = (contactUuid: string | null) =>
    meeting.participants.some((each) => each.participantEntityUuid === contactUuid);
  return (
    <Section
      title={title}
      acts={
        screens.household && (
          <Link href={pathTo('household', { householdUuid })} className="no-print">
            {t('family.open')}
          </Link>
        )
      }
    >
      <Read of={household} skeleton={<Lines count={4} />}>
        {({ members, portfolio }) => (
          <>
            <ul
              className={classes.family}
              aria-label={t('family.members', { count: members.length })}
            >
              {members
                .filter(({ isDeleted }) => !isDeleted)
                .sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
                .map((each) => (
                  <li
                    key={each.memberUuid}
                    data-primary={each.isPrimary || undefined}
                    data-comes={(each.contactUuid !== null && comes(each.contactUuid)) || undefined}
                  >
                    <Avatar name={each.displayName} size={each.isPrimary ? 36 : 28} />
                    <span>
                      <strong>{each.displayName}</strong>
                      <span className={classes.muted}>
                        {each.isPrimary
                          ? t('family.primary')
                          : each.relationshipType
                            ? t(`family.role.${each.relationshipType}`)
                            : t('family.member')}
                        {each.contactUuid !== null &&
                          comes(each.contactUuid) &&
                          ` · ${t('family.comes')}`}
                      </span>
                    </span>
                  </li>
                ))}
            </ul>
            <Wealth portfolio={portfolio} />
          </>
        )}
      </Read>
    </Section>
  );
}
