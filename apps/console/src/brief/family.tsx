import { toParty } from '../households/relationships.ts';
import { Tree } from '../households/tree.tsx';
import { useWords } from '../i18n/words.ts';
import type { MeetingDetail } from '../meetings/answer.tsx';
import { pathTo } from '../paths.ts';
import { showList } from '../time.ts';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import classes from './brief.module.css';
import type { BriefAnswer } from './brief-answer.ts';
import { Wealth } from './wealth.tsx';

type Props = { household: BriefAnswer['households'][number]; meeting: MeetingDetail };

/** The family as a picture, who of it comes, and what it has. */
export function Family({ household, meeting }: Props) {
  const t = useWords('brief');
  const { householdUuid, name: title, members, portfolio } = household;
  const comes = (contactUuid: string | null) =>
    contactUuid !== null &&
    meeting.participants.some((each) => each.participantEntityUuid === contactUuid);
  return (
    <Section
      title={title}
      acts={
        <Link href={pathTo('household', { householdUuid })} className="no-print">
          {t('family.open')}
        </Link>
      }
    >
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
    </Section>
  );
}
