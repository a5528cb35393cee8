import { SegmentedControl, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { nameOf } from '../records/person-name.ts';
import { recordHref } from '../records/record-href.ts';
import { sittingsOf } from '../records/sittings.ts';
import { useSentences } from '../records/use-sentences.ts';
import { showTime } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Link } from '../ui/link.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Lines, Read } from '../ui/states.tsx';
import classes from './activity.module.css';
import { CursorPager } from './cursor-pager.tsx';

const size = 50;
const kinds = ['CONTACT', 'HOUSEHOLD', 'MEETING'] as const;

/** Shows the timeline of a person or a household to those who do not read the whole trail. */
export function Timelines() {
  const t = useWords('activity');
  const [search, change] = useSearch<'activity'>();
  const isHousehold = search.entityType === 'HOUSEHOLD';
  const entityType = kinds.find((each) => each === search.entityType) ?? 'CONTACT';
  return (
    <Page title={t('title')} lead={t('leadTimelines')}>
      <div className={classes.filters}>
        <SegmentedControl
          aria-label={t('filters.record')}
          value={isHousehold ? 'HOUSEHOLD' : 'CONTACT'}
          onChange={(entityType) => change({ entityType, entityId: undefined, cursor: undefined })}
          data={[
            { value: 'CONTACT', label: t('records.CONTACT') },
            { value: 'HOUSEHOLD', label: t('records.HOUSEHOLD') },
          ]}
        />
        <RecordPicker isHousehold={isHousehold} />
      </div>
      {search.entityId ? (
        <Timeline entityType={entityType} entityUuid={search.entityId} cursor={search.cursor} />
      ) : (
        <Empty icon={<IconHistory size={30} />} title={t('choose')} text={t('chooseText')} />
      )}
    </Page>
  );
}

function RecordPicker({ isHousehold }: { isHousehold: boolean }) {
  const t = useWords('activity');
  const [search, change] = useSearch<'activity'>();
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
  entityType: (typeof kinds)[number];
  entityUuid: string;
  cursor: string | undefined;
};

function Timeline({ entityType, entityUuid, cursor }: TimelineProps) {
  const t = useWords('activity');
  const { sentenceOf, changesOf } = useSentences();
  const query = { entityType, entityUuid, size, ...(cursor ? { cursor } : {}) };
  const timeline = useRead('getTimeline', { query }, { keepsOld: true });
  return (
    <Read of={timeline} skeleton={<Lines count={8} height={40} />}>
      {({ content, nextCursor }) => (
        <>
          <ol className={classes.timeline}>
            {sittingsOf(content).map((each) => {
              const href = recordHref(each.entityType, each.entityUuid);
              const who = each.actorName ?? t('system');
              const isEvent = each.kind === 'EVENT';
              return (
                <li key={each.key}>
                  <Avatar name={who} size={28} />
                  <span className={classes.card}>
                    <span>
                      {each.kind === 'EVENT' ? sentenceOf(each) : `${t(`made.${each.kind}`)}: `}
                      {!isEvent && (href ? <Link href={href}>{each.title}</Link> : each.title)}
                    </span>
                    {changesOf(each).map((line) => (
                      <span key={line} className={classes.muted}>
                        {line}
                      </span>
                    ))}
                    <span className={classes.muted}>
                      {!isEvent && `${who} · `}
                      {showTime(each.at)}
                    </span>
                  </span>
                </li>
              );
            })}
          </ol>
          <CursorPager nextCursor={nextCursor} />
        </>
      )}
    </Read>
  );
}
