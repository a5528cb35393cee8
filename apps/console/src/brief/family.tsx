import { useRead } from '../data.ts';
import { toParty } from '../households/relationships.ts';
import { Tree } from '../households/tree.tsx';
import { useWords } from '../i18n/words.ts';
import type { MeetingDetail } from '../meetings/answer.tsx';
import { pathTo } from '../paths.ts';
import { screens } from '../screens.ts';
import { showList } from '../time.ts';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './brief.module.css';
import { Wealth } from './wealth.tsx';

/** The family as a picture, who of it comes, and what it has. */
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
    contactUuid !== null &&
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
            <Tree
              label={t('family.members', { name: title, count: members.length })}
              parties={members.filter(({ isDeleted }) => !isDeleted).map(toParty)}
              isSmall
            />
            <p className={classes.muted}>
              {t('family.comes', {
                names: showList(
                  members.filter((each) => comes(each.contactUuid)).map((each) => each.displayName),
                ),
              })}
            </p>
            <Wealth portfolio={portfolio} />
          </>
        )}
      </Read>
    </Section>
  );
}
