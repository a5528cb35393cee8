import { ActionIcon, Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { Avatar } from '../ui/avatar.tsx';
import classes from './form.module.css';
import type { Picked } from './form-values.ts';
import { guestsOf, type TypedGuest } from './typed-guests.ts';

type Props = {
  people: readonly Picked[];
  change: (people: Picked[]) => void;
  error?: React.ReactNode;
};

/** Picks whom to invite: found by name among people and team, or from outside by an e-mail address. */
export function PeoplePicker({ people, change, error }: Props) {
  const t = useWords('meetings');
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  const [text, setText] = useState('');
  const { groups, isSearching } = useCandidates(text.trim(), people);
  const all = groups.flatMap(({ items }) => items);
  const add = (id: string) => {
    const found = all.find((each) => each.id === id);
    if (found) take([found]);
  };
  const take = (picked: readonly Picked[]) => {
    const isNew = ({ id }: Picked) => people.every((each) => each.id !== id);
    change([...people, ...picked.filter(isNew)]);
    setText('');
    box.closeDropdown();
  };
  /** Takes what is typed, or the first that answers it: nothing else, and nothing before there is an answer. */
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return;
    const typed = asPicked(guestsOf(text) ?? []);
    const [first] = all;
    if (typed.length > 0 || first) event.preventDefault();
    if (typed.length > 0) take(typed);
    else if (first) take([first]);
  };
  return (
    <div>
      <Combobox store={box} onOptionSubmit={add} withinPortal>
        <Combobox.Target>
          <TextInput
            label={t('form.who')}
            description={t('form.whoHint')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={text}
            error={error}
            data-path="people"
            autoComplete="off"
            onChange={(event) => {
              setText(event.currentTarget.value);
              box.openDropdown();
              box.updateSelectedOptionIndex();
            }}
            onKeyDown={enter}
            onFocus={() => text && box.openDropdown()}
            onBlur={() => box.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={text.trim().length < 2}>
          <Combobox.Options aria-label={t('form.found')} aria-busy={isSearching}>
            {groups.map(({ name, items }) => (
              <Combobox.Group key={name} label={t(`form.groups.${name}`)}>
                {items.map((each) => (
                  <Combobox.Option key={each.id} value={each.id}>
                    <span className={classes.option}>
                      <Avatar name={each.name} size={24} />
                      <span>{each.name}</span>
                      {each.email !== each.name && (
                        <span className={classes.muted}>{each.email}</span>
                      )}
                    </span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
            {all.length === 0 && !isSearching && (
              <Combobox.Empty>{t('form.nobody')}</Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {people.length > 0 && (
        <ul className={classes.chosen} aria-label={t('form.invited')}>
          {people.map((each) => (
            <li key={each.id}>
              <Avatar name={each.name} size={24} />
              <span className={classes.chosenName}>{each.name}</span>
              <span className={classes.muted}>{t(`form.kinds.${each.kind}`)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('form.remove', { name: each.name })}
                onClick={() => change(people.filter(({ id }) => id !== each.id))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const size = 6;

/** Returns who matches a text and is not invited yet. */
function useCandidates(text: string, people: readonly Picked[]) {
  const user = usePerson();
  const [term] = useDebouncedValue(text, 150);
  const typed = guestsOf(text);
  const isAsked = term.length >= 2 && (typed?.length ?? 1) === 1;
  const contacts = useRead(
    'listContacts',
    { query: { searchTerm: term, size } },
    { enabled: isAsked && can('listContacts', user), keepsOld: true },
  );
  const staff = useRead(
    'searchStaff',
    { query: { name: term, size } },
    { enabled: isAsked && !term.includes('@') && can('searchStaff', user), keepsOld: true },
  );
  const isNew = ({ id }: Picked) => people.every((each) => each.id !== id);
  const found: { name: string; items: Picked[] }[] = [
    {
      name: 'CONTACT',
      items: (contacts.data?.content ?? []).map((each) => ({
        kind: 'CONTACT',
        id: each.contactUuid,
        name: each.displayName ?? `${each.firstName} ${each.paternalLastName}`,
        email: each.primaryEmail ?? each.preferredEmail ?? null,
      })),
    },
    {
      name: 'STAFF',
      items: (staff.data?.content ?? [])
        .filter(({ isActive, tenantStaffUuid }) => isActive && tenantStaffUuid !== user?.userUuid)
        .map((each) => ({
          kind: 'STAFF',
          id: each.tenantStaffUuid,
          name: `${each.firstName} ${each.paternalLastName}`,
          email: each.email,
        })),
    },
    {
      name: 'EXTERNAL',
      items: asPicked(typed ?? []),
    },
  ];
  // A row is chosen for what stands in the box, so that of an older text none is shown.
  const isAnswered = isAsked && term === text && !isOlder(contacts) && !isOlder(staff);
  const shown = found.filter(({ name }) => name === 'EXTERNAL' || isAnswered);
  const groups = shown
    .map((group) => ({ ...group, items: group.items.filter(isNew) }))
    .filter(({ items }) => items.length > 0);
  return { groups, isSearching: contacts.isFetching || staff.isFetching };
}

const isOlder = (read: { isPlaceholderData: boolean; isLoading: boolean }) =>
  read.isPlaceholderData || read.isLoading;

/** Returns guests from outside as they are picked. */
const asPicked = (guests: readonly TypedGuest[]): Picked[] =>
  guests.map(({ email, name }) => ({ kind: 'EXTERNAL', id: email, name, email }));
