import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { nameOf } from '../people/person-name.ts';

/** A person or an organisation that can come into a household. */
export type Found = { uuid: string; name: string; isOrganisation: boolean };

type Props = { label: string; choose: (found: Found) => void; except?: readonly string[] };
const size = 8;

/** Finds people and organisations by name, and hands over the one that is chosen. */
export function PartySearch({ label, choose, except = [] }: Props) {
  const t = useWords('households');
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 200);
  const isAsked = asked.length >= 2;
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
      name: each.displayName ?? nameOf(each),
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
  // Rows are chosen for what stands in the box: those of an older text are none.
  const isAnswered =
    isAsked &&
    asked === text.trim() &&
    !people.isPlaceholderData &&
    !organisations.isPlaceholderData;
  const shown = isAnswered ? [...found.values()].filter(({ uuid }) => !except.includes(uuid)) : [];
  const itemsOf = (isOrganisation: boolean) =>
    shown
      .filter((each) => each.isOrganisation === isOrganisation)
      .map(({ uuid, name, hint }) => ({ value: uuid, label: hint ? `${name} · ${hint}` : name }));
  const data = [
    { group: t('people'), items: itemsOf(false) },
    { group: t('organisations'), items: itemsOf(true) },
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
        const chosen = uuid ? found.get(uuid) : undefined;
        if (!chosen) return;
        choose({ uuid: chosen.uuid, name: chosen.name, isOrganisation: chosen.isOrganisation });
        setText('');
      }}
      nothingFoundMessage={isAsked && !people.isFetching ? t('noMatch') : t('typeTwo')}
      rightSection={<span />}
    />
  );
}
