import { IconHistory, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { RecordSteps } from '../records/record-steps.tsx';
import { RecordTasks } from '../records/record-tasks.tsx';
import { RecordTimeline } from '../records/record-timeline.tsx';
import { endOf, pastDate, showDate, showMoney } from '../time.ts';
import { useAddress, useGo, useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, ErrorCard, Lines } from '../ui/states.tsx';
import { Accounts } from './accounts.tsx';
import { AsOf } from './as-of.tsx';
import { Exposure } from './exposure.tsx';
import classes from './household.module.css';
import { HouseholdEdit } from './household-edit.tsx';
import { HouseholdMenu } from './household-menu.tsx';
import { Meetings } from './meetings.tsx';
import { Members } from './members.tsx';
import type { Household } from './relationships.ts';

/** One household: who is who, what it is worth, whom it meets and what happened. */
export default function HouseholdPage() {
  const t = useWords('households');
  const { householdUuid } = useAddress<'household'>();
  const [search] = useSearch<'household'>();
  const day = pastDate(search.asOf);
  const household = useRead(
    'getHouseholdDetail',
    { path: { householdUuid }, ...(day ? { query: { asOf: endOf(day) } } : {}) },
    { keepsOld: true },
  );
  const crumbs = [{ label: t('title'), href: pathTo('households') }];
  if (day && household.error?.status === 404)
    return (
      <Page title={t('one')} crumbs={crumbs}>
        <AsOf day={day} />
        <Empty icon={<IconHistory size={30} />} title={t('asOf.notYet', { date: showDate(day) })} />
      </Page>
    );
  // Another household's record is shown under its own address only.
  if (household.data?.householdUuid !== householdUuid)
    return (
      <Page title={t('one')} crumbs={crumbs}>
        {household.isError ? (
          <ErrorCard error={household.error} retry={() => void household.refetch()} />
        ) : (
          <div aria-busy>
            <Lines count={10} height={36} />
          </div>
        )}
      </Page>
    );
  return (
    <div aria-busy={household.isPlaceholderData}>
      <Loaded key={householdUuid} household={household.data} day={day} />
    </div>
  );
}

function Loaded({ household, day }: { household: Household; day: string | undefined }) {
  const t = useWords('households');
  const user = usePerson();
  const [isEditing, setEditing] = useState(false);
  const go = useGo();
  const canEdit = day === undefined && can('updateHousehold', user);
  const edit = () => setEditing(true);
  useKeys(canEdit ? [{ keys: 'e', label: t('edit'), group: 'page', run: edit }] : []);
  const { name, isActive, portfolio, exposure } = household;
  const isExposed = exposure.politicallyExposed.length + exposure.related.length > 0;
  return (
    <Page
      title={name}
      crumbs={[{ label: t('title'), href: pathTo('households') }]}
      lead={
        <span className={classes.facts}>
          <span>{t('ledBy', { name: household.relationshipManagerName })}</span>
          <span>{t('memberCount', { count: household.memberCount })}</span>
          <span>{t('sinceDate', { date: showDate(household.createdAt) })}</span>
          {!isActive && <Chip>{t('inactive')}</Chip>}
          {isExposed && <Chip tone="warn">{t('exposure.title')}</Chip>}
        </span>
      }
      acts={
        <>
          <RecordSteps
            kind="households"
            uuid={household.householdUuid}
            go={(uuid) => void go(pathTo('household', { householdUuid: uuid }))}
          />
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            disabled={!canEdit}
            onClick={edit}
          >
            {t('editAct')}
          </Button>
          {!day && <HouseholdMenu household={household} />}
        </>
      }
    >
      <AsOf day={day} since={household.createdAt} />
      {portfolio.totals.length > 0 && (
        <dl className={classes.wealth}>
          {portfolio.totals.map(({ currency, marketValue }) => (
            <div key={currency}>
              <dt>{t('wealthIn', { currency })}</dt>
              <dd>{showMoney(marketValue, currency)}</dd>
            </div>
          ))}
          {portfolio.asOf && (
            <div>
              <dt>{t('valuedOn')}</dt>
              <dd>{showDate(portfolio.asOf)}</dd>
            </div>
          )}
        </dl>
      )}
      <div className={classes.columns}>
        <div>
          <Members household={household} isPast={day !== undefined} />
          <Accounts household={household} isPast={day !== undefined} />
          <RecordTimeline entityType="HOUSEHOLD" entityUuid={household.householdUuid} />
        </div>
        <div>
          <Exposure household={household} />
          <Meetings householdUuid={household.householdUuid} />
          <RecordTasks entityType="HOUSEHOLD" entityUuid={household.householdUuid} />
        </div>
      </div>
      {isEditing && <HouseholdEdit household={household} close={() => setEditing(false)} />}
    </Page>
  );
}
