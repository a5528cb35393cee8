import { Chip as Choice, Group } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { Chip } from '../ui/chip.tsx';
import classes from './firm.module.css';
import type { Values } from './provider-values.ts';

type Props = Pick<Values, 'groups' | 'defaultRoles' | 'groupsClaim'>;

/** Shows what somebody would be here who is in some of the groups, before it is saved. */
export function RolesPreview({ groups, defaultRoles, groupsClaim }: Props) {
  const t = useWords('sso');
  const [chosen, setChosen] = useState<string[]>([]);
  const named = groups.filter(({ group }) => group.trim());
  if (named.length === 0) return null;
  const own = named.filter(({ key }) => chosen.includes(key));
  const isAdmin = own.length > 0 ? own.some(isOfAdmins) : defaultRoles === 'TENANT_ADMIN';
  return (
    <fieldset className={classes.groups}>
      <legend>{t('preview.title')}</legend>
      <p className={classes.muted}>
        {groupsClaim.trim() ? t('preview.text') : t('preview.noClaim')}
      </p>
      <Group gap="xs">
        {named.map(({ key, group }) => (
          <Choice
            key={key}
            size="xs"
            checked={chosen.includes(key)}
            onChange={(isIn) =>
              setChosen(isIn ? [...chosen, key] : chosen.filter((each) => each !== key))
            }
          >
            {group}
          </Choice>
        ))}
      </Group>
      <p role="status" className={classes.line}>
        {t(own.length > 0 ? 'preview.in' : 'preview.inNone')}
        <Chip tone={isAdmin ? 'info' : 'plain'}>
          {t(isAdmin ? 'roles.TENANT_ADMIN' : 'roles.TENANT_STAFF')}
        </Chip>
      </p>
      <p className={classes.muted}>{t('preview.kept')}</p>
    </fieldset>
  );
}

const isOfAdmins = ({ role }: Values['groups'][number]) => role === 'TENANT_ADMIN';
