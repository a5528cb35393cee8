import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconLinkOff, IconPencil, IconPlus, IconWallet } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../api.ts';
import { can } from '../can.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { showDate, showMoney } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import { Section } from '../ui/page.tsx';
import { Empty, ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { AccountSave } from './account-save.tsx';
import classes from './household.module.css';
import { OtherHouseholds } from './other-households.tsx';
import type { Account, Household } from './relationships.ts';
import { Share } from './totals.tsx';

/** The accounts of a household by currency, each as a bar of its value: currencies are never summed. */
export function Accounts({ household, isPast }: { household: Household; isPast: boolean }) {
  const t = useWords('households');
  const user = usePerson();
  const { accounts, totals } = household.portfolio;
  const [edited, setEdited] = useState<Account | 'NEW'>();
  const canSave = !isPast && can('saveHouseholdAccount', user);
  const valued = (currency: string) =>
    accounts
      .filter((each) => each.currency === currency && each.marketValue !== null)
      .sort((a, b) => Number(b.marketValue) - Number(a.marketValue));
  const unvalued = accounts.filter((each) => each.currency === null || each.marketValue === null);
  const add = canSave && (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => setEdited('NEW')}
    >
      {t('account.link')}
    </Button>
  );
  const rowOf = (account: Account, of: number) => (
    <Row
      key={account.accountNumber}
      account={account}
      of={of}
      household={household}
      isPast={isPast}
      edit={() => setEdited(account)}
    />
  );
  return (
    <Section title={t('account.title')} acts={accounts.length > 0 && add}>
      {accounts.length === 0 && (
        <Empty
          icon={<IconWallet size={30} />}
          title={t('account.none')}
          text={t('account.noneText')}
          act={add}
        />
      )}
      {totals.map(({ currency, marketValue }) => (
        <div key={currency} className={classes.currency}>
          <h3 className={classes.currencyTitle}>
            <span>{currency}</span>
            <span className="tabular">{showMoney(marketValue, currency)}</span>
          </h3>
          <ul className={classes.accounts}>
            {valued(currency).map((each) =>
              rowOf(each, Number(valued(currency)[0]?.marketValue ?? 0)),
            )}
          </ul>
        </div>
      ))}
      {unvalued.length > 0 && (
        <div className={classes.currency}>
          <h3 className={classes.currencyTitle}>{t('noValues')}</h3>
          <ul className={classes.accounts}>{unvalued.map((each) => rowOf(each, 0))}</ul>
        </div>
      )}
      {edited && (
        <AccountSave
          householdUuid={household.householdUuid}
          account={edited === 'NEW' ? undefined : edited}
          close={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}

type RowProps = {
  account: Account;
  of: number;
  household: Household;
  isPast: boolean;
  edit: () => void;
};

function Row({ account, of, household, isPast, edit }: RowProps) {
  const t = useWords('households');
  const user = usePerson();
  const [error, setError] = useState<ApiError | null>(null);
  const update = useWrite('updateHousehold');
  const saveValues = useWrite('saveHouseholdAccount');
  const { accountNumber, custodian, currency, marketValue, asOf, otherHouseholdUuids } = account;
  const { householdUuid } = household;
  const path = { householdUuid };
  const attempt = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure);
    }
  };
  const undo = () =>
    attempt(async () => {
      await update.mutateAsync({ path, body: { accountNumbersToLink: [accountNumber] } });
      await saveValues.mutateAsync({
        path: { householdUuid, accountNumber },
        body: { custodian, currency, marketValue, asOf },
      });
    });
  const unlink = () =>
    attempt(async () => {
      await update.mutateAsync({ path, body: { accountNumbersToUnlink: [accountNumber] } });
      toast({ message: t('account.unlinked', { number: accountNumber }), undo: () => void undo() });
    });
  return (
    <li className={classes.account}>
      <span className={classes.accountName}>
        <strong className="tabular">{accountNumber}</strong>
        <span className={classes.muted}>{custodian}</span>
      </span>
      {marketValue !== null && currency !== null && (
        <span className={classes.accountValue}>
          <span className="tabular">{showMoney(marketValue, currency)}</span>
          <Share value={Number(marketValue)} of={of} />
        </span>
      )}
      <span className={classes.accountDate}>
        {asOf && t('account.asOf', { date: showDate(asOf) })}
      </span>
      {!isPast && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('account.acts', { number: accountNumber })}
            >
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <MenuItem
              leftSection={<IconPencil size={16} aria-hidden />}
              disabled={!can('saveHouseholdAccount', user)}
              onClick={edit}
            >
              {t('account.edit')}
            </MenuItem>
            <MenuItem
              color="red"
              leftSection={<IconLinkOff size={16} aria-hidden />}
              disabled={!can('updateHousehold', user)}
              onClick={() => void unlink()}
            >
              {t('account.unlink')}
            </MenuItem>
          </Menu.Dropdown>
        </Menu>
      )}
      {otherHouseholdUuids.length > 0 && <OtherHouseholds uuids={otherHouseholdUuids} />}
      {error && <ErrorCard error={error} />}
    </li>
  );
}
