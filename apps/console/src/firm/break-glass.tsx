import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { nameOf } from '../records/person-name.ts';
import { Lines, Read } from '../ui/states.tsx';
import classes from './firm.module.css';

type Props = {
  chosen: readonly string[];
  error: ReactNode;
  onChange: (next: string[]) => void;
};

/** Chooses the administrators who may come in without the provider, for the day when it is away. */
export function BreakGlass({ chosen, error, onChange }: Props) {
  const t = useWords('sso');
  const staff = useRead('listStaffByCategory', { path: { category: 'TENANT_STAFF' } });
  return (
    <fieldset className={classes.groups} data-path="breakGlass" tabIndex={-1}>
      <legend>{t('fields.breakGlass')}</legend>
      <p className={classes.muted}>{t('texts.breakGlass')}</p>
      <Read of={staff} skeleton={<Lines count={2} />}>
        {(all) =>
          all
            .filter(({ isActive, roles }) => isActive && roles.includes('TENANT_ADMIN'))
            .map((each) => (
              <Checkbox
                key={each.tenantStaffUuid}
                label={nameOf(each)}
                description={each.userEmail}
                checked={chosen.includes(each.tenantStaffUuid)}
                onChange={({ currentTarget }) =>
                  onChange(
                    currentTarget.checked
                      ? [...chosen, each.tenantStaffUuid]
                      : chosen.filter((uuid) => uuid !== each.tenantStaffUuid),
                  )
                }
              />
            ))
        }
      </Read>
      {error && <p className={classes.bad}>{error}</p>}
    </fieldset>
  );
}
