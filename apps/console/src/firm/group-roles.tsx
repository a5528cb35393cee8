import { Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { programRoles } from '../enumerations.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import classes from './firm.module.css';
import type { Values } from './provider-values.ts';

type Group = Values['groups'][number];
type Props = {
  groups: readonly Group[];
  errors: Readonly<Record<string, ReactNode>>;
  onChange: (next: Group[]) => void;
};

/** What the groups of the provider are here. */
export function GroupRoles({ groups, errors, onChange }: Props) {
  const t = useWords('sso');
  const set = (key: string, part: Partial<Group>) =>
    onChange(groups.map((each) => (each.key === key ? { ...each, ...part } : each)));
  return (
    <fieldset className={classes.groups}>
      <legend>{t('fields.groups')}</legend>
      <p className={classes.muted}>{t('texts.groups')}</p>
      {groups.map(({ key, group, role }, index) => (
        <div key={key} className={classes.group}>
          <TextInput
            label={t('group')}
            value={group}
            error={errors[`groups.${index}.group`]}
            data-path={`groups.${index}.group`}
            onChange={({ currentTarget }) => set(key, { group: currentTarget.value })}
          />
          <Select
            label={t('role')}
            data={programRoles.map((value) => ({
              value,
              label: t(`roles.${value}`),
            }))}
            allowDeselect={false}
            value={role}
            onChange={(next) => next && set(key, { role: next as Group['role'] })}
          />
          <Button
            variant="subtle"
            px={10}
            aria-label={t('removeGroup', { name: group })}
            onClick={() => onChange(groups.filter((each) => each.key !== key))}
          >
            <IconTrash size={16} aria-hidden />
          </Button>
        </div>
      ))}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() =>
            onChange([...groups, { key: crypto.randomUUID(), group: '', role: 'TENANT_STAFF' }])
          }
        >
          {t('addGroup')}
        </Button>
      </div>
    </fieldset>
  );
}
