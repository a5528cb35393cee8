import { ActionIcon, Input, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { nameOf } from '../records/person-name.ts';
import { recordHref } from '../records/record-href.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Link } from '../ui/link.tsx';
import type { Task } from './task.ts';
import classes from './tasks.module.css';

export type About = {
  entityType: NonNullable<Task['entityType']>;
  entityUuid: string;
  name: string;
};
type Props = { label: string; value: About | null; onChange: (about: About | null) => void };

/** Chooses the person or household that a task is about, or none. */
export function AboutSelect({ label, value, onChange }: Props) {
  const t = useWords('tasks');
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 200);
  const isAsked = asked.length >= 2 && value === null;
  const options = { enabled: isAsked, keepsOld: true };
  const people = useRead('listContacts', { query: { searchTerm: asked, size: 6 } }, options);
  const households = useRead('searchHouseholds', { query: { searchTerm: asked } }, options);
  if (value) {
    const href = recordHref(value.entityType, value.entityUuid);
    return (
      <Input.Wrapper label={label}>
        <span className={classes.about}>
          <Avatar name={value.name} size={24} />
          {href ? <Link href={href}>{value.name}</Link> : value.name}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('aboutNone')}
            onClick={() => onChange(null)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </span>
      </Input.Wrapper>
    );
  }
  // Rows are chosen for what stands in the box: those of an older text are none.
  const isAnswered =
    isAsked &&
    asked === text.trim() &&
    [people, households].every((read) => !read.isPending && !read.isPlaceholderData);
  const found: About[] = isAnswered
    ? [
        ...(people.data?.content ?? []).map((each) => ({
          entityType: 'CONTACT' as const,
          entityUuid: each.contactUuid,
          name: nameOf(each),
        })),
        ...(households.data ?? []).slice(0, 6).map((each) => ({
          entityType: 'HOUSEHOLD' as const,
          entityUuid: each.householdUuid,
          name: each.name,
        })),
      ]
    : [];
  const groupOf = (entityType: 'CONTACT' | 'HOUSEHOLD') => ({
    group: t(`records.${entityType}`),
    items: found
      .filter((each) => each.entityType === entityType)
      .map(({ entityUuid, name }) => ({ value: entityUuid, label: name })),
  });
  return (
    <Select
      label={label}
      placeholder={t('aboutType')}
      data={[groupOf('CONTACT'), groupOf('HOUSEHOLD')].filter(({ items }) => items.length > 0)}
      value={null}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server has matched already, whatever the accents and the order of words.
      filter={({ options: all }) => all}
      nothingFoundMessage={isAnswered ? t('nothing') : t('typeTwo')}
      onChange={(uuid) => onChange(found.find(({ entityUuid }) => entityUuid === uuid) ?? null)}
      rightSection={<span />}
    />
  );
}
