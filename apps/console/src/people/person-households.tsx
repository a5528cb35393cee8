import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { MiniTree } from '../households/mini-tree.tsx';
import { toParty } from '../households/relationships.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import type { Person } from './edit-section.tsx';
import classes from './person.module.css';

const AddToHousehold = lazyPart(() => import('./add-to-household.tsx'));
/** Shows how many households are drawn; the others are named. */
const most = 3;

/** The households that a person belongs to, each as a small picture. */
export function PersonHouseholds({ person }: { person: Person }) {
  const t = useWords('people');
  const more = useWords('person');
  const user = usePerson();
  const [isAdding, setAdding] = useState(false);
  const { householdUuids } = person;
  const add = can('addHouseholdMember', user) && (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      {more('household.add')}
    </Button>
  );
  return (
    <Section title={t('sections.households')} acts={add}>
      {householdUuids.length === 0 && <p className={classes.quiet}>{more('household.none')}</p>}
      {householdUuids.map((householdUuid, at) => (
        <Household key={householdUuid} householdUuid={householdUuid} isDrawn={at < most} />
      ))}
      {isAdding && <AddToHousehold person={person} close={() => setAdding(false)} />}
    </Section>
  );
}

function Household({ householdUuid, isDrawn }: { householdUuid: string; isDrawn: boolean }) {
  const t = useWords('households');
  const household = useRead('getHouseholdDetail', { path: { householdUuid } });
  return (
    <div className={classes.household}>
      <Read of={household} skeleton={<Lines count={isDrawn ? 5 : 1} height={28} />}>
        {({ name, members, memberCount }) => (
          <>
            <div className={classes.householdTop}>
              <Link href={pathTo('household', { householdUuid })}>{name}</Link>
              <span className={classes.saidText}>{t('memberCount', { count: memberCount })}</span>
            </div>
            {isDrawn && (
              <MiniTree
                label={t('treeOf', { name, count: memberCount })}
                parties={members.map(toParty)}
              />
            )}
          </>
        )}
      </Read>
    </div>
  );
}
