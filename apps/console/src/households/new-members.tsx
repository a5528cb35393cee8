import { ActionIcon, Radio } from '@mantine/core';
import { IconBuilding, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../i18n/words.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Chip } from '../ui/chip.tsx';
import classes from './household.module.css';
import { RoleSelect, ShareField, typedShare } from './member-role.tsx';
import { PartySearch } from './party-search.tsx';
import type { Party } from './relationships.ts';

type Props = {
  parties: readonly Party[];
  change: (parties: Party[]) => void;
  errors: Readonly<Record<string, ReactNode>>;
};

/** Shows who is to be in a household that is not there yet: found by name, each with a role, one primary. */
export function NewMembers({ parties, change, errors }: Props) {
  const t = useWords('households');
  const set = (key: string, changes: Partial<Party>) =>
    change(parties.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  const makePrimary = (key: string) =>
    change(parties.map((each) => ({ ...each, isPrimary: each.key === key })));
  return (
    <>
      <ul className={classes.newMembers}>
        {parties.map(
          ({ key, name, isOrganisation, relationship, isPrimary, isNew, sharePercent }, at) => (
            <li key={key}>
              {isOrganisation ? <IconBuilding size={24} aria-hidden /> : <Avatar name={name} />}
              <strong className={classes.newName}>
                {name} {isNew && <Chip isQuiet>{t('make.chip')}</Chip>}
              </strong>
              <RoleSelect
                isBare
                label={t('roleOfOne', { name })}
                value={relationship}
                onChange={(next) => set(key, { relationship: next })}
                isOrganisation={isOrganisation}
              />
              <ShareField
                isBare
                label={t('shareOfOne', { name })}
                role={relationship}
                value={typedShare(sharePercent)}
                error={errors[`parties.${at}.sharePercent`]}
                onChange={(share) =>
                  set(key, { sharePercent: share === '' ? null : Number(share) })
                }
              />
              <Radio
                name="primary"
                size="xs"
                label={t('primaryShort')}
                aria-label={t('primaryOf', { name })}
                checked={isPrimary}
                onChange={() => makePrimary(key)}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('takeAway', { name })}
                onClick={() => change(parties.filter((each) => each.key !== key))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ),
        )}
      </ul>
      <PartySearch
        label={t('addParty')}
        except={parties.map(({ key }) => key)}
        choose={({ uuid, name, isOrganisation, isNew }) =>
          change([
            ...parties,
            {
              key: uuid,
              name,
              isOrganisation,
              ...(isNew && { isNew }),
              relationship: parties.length === 0 && !isOrganisation ? 'SELF' : null,
              isPrimary: parties.length === 0,
            },
          ])
        }
      />
    </>
  );
}
