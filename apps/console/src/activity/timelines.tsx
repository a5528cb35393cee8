import { SegmentedControl, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { nameOf } from '../people/person-name.ts';
import { showTime } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Lines, Read } from '../ui/states.tsx';
import classes from './activity.module.css';
import { useEventWords } from './event-words.ts';
import { recordHref } from './record-href.ts';

const size = 50;

/** Shows the timeline of a person or a household to those who do not read the whole trail. */
export function Timelines() {
  const t = useWords('activity');
  const [search, change] = useSearch();
  const isHousehold = search.entityType === 'HOUSEHOLD';
  return (
    <Page title={t('title')} lead={t('leadTimelines')}>
      <div className={classes.filters}>
        <SegmentedControl
          aria-label={t('filters.record')}
          value={isHousehold ? 'HOUSEHOLD' : 'CONTACT'}
          onChange={(entityType) =>
            change({ entityType, entityId: undefined, name: undefined, cursor: undefined })
          }
          data={[
            { value: 'CONTACT', label: t('records.CONTACT') },
            { value: 'HOUSEHOLD', label: t('records.HOUSEHOLD') },
          ]}
        />
        <RecordPicker isHousehold={isHousehold} />
      </div>
      {search.entityId ? (
        <Timeline
          entityType={isHousehold ? 'HOUSEHOLD' : 'CONTACT'}
          entityUuid={search.entityId}
          cursor={search.cursor}
        />
      ) : (
        <Empty icon={<IconHistory size={30} />} title={t('choose')} text={t('chooseText')} />
      )}
    </Page>
  );
}

function RecordPicker({ isHousehold }: { isHousehold: boolean }) {
  const t = useWords('activity');
  const [search, change] = useSearch();
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text, 250);
  const contacts = useRead(
    'filterContacts',
    { body: { ...(wanted ? { searchTerm: wanted } : {}), size: 12, sort: ['updatedAt,desc'] } },
    { enabled: !isHousehold, keepsOld: true },
  );
  const households = useRead(
    'filterHouseholds',
    {
      body: {
        filters: wanted ? [{ field: 'name', operator: 'CONTAINS', value: wanted }] : [],
        size: 12,
        sort: ['updatedAt,desc'],
      },
    },
    { enabled: isHousehold, keepsOld: true },
  );
  const found = isHousehold
    ? (households.data?.content ?? []).map(({ householdUuid, name }) => ({
        value: householdUuid,
        label: name,
      }))
    : (contacts.data?.content ?? []).map((row) => ({ value: row.contactUuid, label: nameOf(row) }));
  return (
    <Select
      className={classes.picker}
      aria-label={t(isHousehold ? 'findHousehold' : 'findPerson')}
      placeholder={t(isHousehold ? 'findHousehold' : 'findPerson')}
      data={found}
      value={search.entityId ?? null}
      onChange={(entityId) => change({ entityId: entityId ?? undefined, cursor: undefined })}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={t('nothing')}
      searchable
    />
  );
}

type TimelineProps = {
  entityType: 'CONTACT' | 'HOUSEHOLD';
  entityUuid: string;
  cursor: string | undefined;
};

function Timeline({ entityType, entityUuid, cursor }: TimelineProps) {
  const t = useWords('activity');
  const { nameOf: eventName } = useEventWords();
  const [, change] = useSearch();
  const query = { entityType, entityUuid, size, ...(cursor ? { cursor } : {}) };
  const timeline = useRead('getTimeline', { query }, { keepsOld: true });
  return (
    <Read of={timeline} skeleton={<Lines count={8} height={40} />}>
      {({ content, nextCursor }) => (
        <>
          <ol className={classes.timeline}>
            {content.map((each) => {
              const href = recordHref(each.entityType, each.entityUuid);
              const what = each.eventType ? eventName(each.eventType) : t(`made.${each.kind}`);
              const who = each.actorName ?? t('system');
              return (
                <li key={`${each.at} ${each.entityUuid} ${each.eventType ?? each.kind}`}>
                  <Avatar name={who} size={28} />
                  <span className={classes.card}>
                    <span>
                      <strong>{what}</strong>{' '}
                      {each.title && (href ? <Link href={href}>{each.title}</Link> : each.title)}
                    </span>
                    <span className={classes.muted}>
                      {who} · {showTime(each.at)}
                      {each.changedFields.length > 0 &&
                        ` · ${t('changed', { count: each.changedFields.length })}`}
                    </span>
                  </span>
                </li>
              );
            })}
          </ol>
          <div className={classes.pager}>
            {cursor && (
              <Button variant="default" onClick={() => change({ cursor: undefined })}>
                {t('newest')}
              </Button>
            )}
            {nextCursor && (
              <Button variant="default" onClick={() => change({ cursor: nextCursor })}>
                {t('older')}
              </Button>
            )}
          </div>
        </>
      )}
    </Read>
  );
}
