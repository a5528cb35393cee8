import { foldText } from '@atrium/kit/texts/folding.ts';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { nameOf } from '../records/person-name.ts';

/** A person or an organisation that can come into a household. */
export type Found = {
  uuid: string;
  name: string;
  isOrganisation: boolean;
  /** Is not there yet: it is made when the household takes it in. */
  isNew?: boolean;
};

type Props = { label: string; choose: (found: Found) => void; except?: readonly string[] };
const size = 8;

/** Finds people and organisations by name, or makes one, and hands over the one that is chosen. */
export function PartySearch({ label, choose, except = [] }: Props) {
  const t = useWords('households');
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 200);
  const user = usePerson();
  const isAsked = asked.length >= 2;
  // Who has no family name yet is given one in their record.
  const isWhole = asked.includes(' ') && can('createContact', user);
  const makes = [
    ...(isWhole ? ['person' as const] : []),
    ...(can('createOrganisation', user) ? ['organisation' as const] : []),
  ];
  const options = { enabled: isAsked, keepsOld: true };
  const people = useRead('listContacts', { query: { searchTerm: asked, size } }, options);
  const organisations = useRead(
    'listOrganisations',
    { query: { searchTerm: asked, size } },
    options,
  );
  const found = new Map<string, Found & { hint: string }>();
  for (const each of people.data?.content ?? [])
    found.set(each.contactUuid, {
      uuid: each.contactUuid,
      name: nameOf(each),
      isOrganisation: false,
      hint: each.primaryEmail ?? each.preferredEmail ?? '',
    });
  for (const each of organisations.data?.content ?? [])
    found.set(each.organisationUuid, {
      uuid: each.organisationUuid,
      name: each.name,
      isOrganisation: true,
      hint: each.taxId ?? '',
    });
  // Rows are chosen for what stands in the box: those of an older text are none, nor is half an answer one.
  const both = [people, organisations];
  const isAnswered =
    isAsked &&
    asked === text.trim() &&
    both.every(({ isPending, isPlaceholderData }) => !isPending && !isPlaceholderData);
  const shown = isAnswered ? [...found.values()].filter(({ uuid }) => !except.includes(uuid)) : [];
  const itemsOf = (isOrganisation: boolean) =>
    shown
      .filter((each) => each.isOrganisation === isOrganisation)
      .map(({ uuid, name, hint }) => ({ value: uuid, label: hint ? `${name} · ${hint}` : name }));
  // Whoever is found by what was typed is not made a second time.
  const isNobody =
    isAnswered &&
    both.every(({ isSuccess }) => isSuccess) &&
    (found.size === 0 ||
      (asked.includes(' ') &&
        ![...found.values()].some(({ name }) => foldText(name).startsWith(foldText(asked)))));
  const data = [
    { group: t('people'), items: itemsOf(false) },
    { group: t('organisations'), items: itemsOf(true) },
    {
      group: t('make.group'),
      items: isNobody
        ? makes.map((value) => ({ value, label: t(`make.${value}`, { name: asked }) }))
        : [],
    },
  ].filter(({ items }) => items.length > 0);
  return (
    <Select
      label={label}
      placeholder={t('searchParty')}
      data={data}
      value={null}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server has matched already, whatever the accents and the order of words.
      filter={({ options: all }) => all}
      onChange={(uuid) => {
        const kind = makes.find((each) => each === uuid);
        const made = {
          uuid: crypto.randomUUID(),
          name: asked,
          isOrganisation: kind === 'organisation',
        };
        const chosen = kind ? made : found.get(uuid ?? '');
        if (!chosen) return;
        const { uuid: key, name, isOrganisation } = chosen;
        choose({ uuid: key, name, isOrganisation, ...(kind && { isNew: true }) });
        setText('');
      }}
      nothingFoundMessage={isAnswered ? t('noMatch') : t('typeTwo')}
      rightSection={<span />}
    />
  );
}
