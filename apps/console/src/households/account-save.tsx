import { Group, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { AmountField } from '../forms/amount-field.tsx';
import { isAmount, typedAmount } from '../forms/amounts.ts';
import { Form } from '../forms/form.tsx';
import { pathsThatDiffer } from '../forms/paths.ts';
import { useForm } from '../forms/use-form.ts';
import { useWords, wordsOf } from '../i18n/words.ts';
import { today } from '../time.ts';
import { parseDate } from '../typed-dates.ts';
import { DateField } from '../ui/date-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import type { Account } from './relationships.ts';

type Props = { householdUuid: string; account: Account | undefined; close: () => void };
const currencies = ['CLP', 'USD', 'EUR', 'GBP', 'CHF', 'BRL', 'ARS', 'PEN', 'COP', 'MXN'];

/** Links an account to the household, or changes what is known of one. */
export function AccountSave({ householdUuid, account, close }: Props) {
  const t = useWords('households');
  const link = useWrite('updateHousehold');
  const write = useWrite('saveHouseholdAccount');
  const [isLinked, setLinked] = useState(account !== undefined);
  const initial = {
    accountNumber: account?.accountNumber ?? '',
    custodian: account?.custodian ?? '',
    currency: account?.currency ?? (null as string | null),
    marketValue: account?.marketValue ?? '',
    asOf: account?.asOf ?? String(today()),
  };
  const state = useForm({
    initial,
    draft: `account:${householdUuid}:${account?.accountNumber ?? 'new'}`,
    limits: () => ({
      accountNumber: 'updateHousehold:accountNumbersToLink[]',
      custodian: 'saveHouseholdAccount:custodian',
    }),
    check: faultsOf,
    send: async (values, { headers, initial: before }) => {
      const accountNumber = values.accountNumber.trim();
      if (!isLinked)
        await link.mutateAsync({
          path: { householdUuid },
          body: { accountNumbersToLink: [accountNumber] },
        });
      // Once it is linked only its values are tried again.
      setLinked(true);
      const body = changedOf(values, before, !isLinked);
      return write.mutateAsync({ path: { householdUuid, accountNumber }, body, headers });
    },
    saved: (_, { accountNumber }) => {
      close();
      toast({ message: t('account.saved', { number: accountNumber.trim() }) });
    },
  });
  const { form } = state;
  return (
    <Dialog title={account ? t('account.edit') : t('account.link')} isOpen close={close}>
      <Form
        of={state}
        act={t('save')}
        close={close}
        labelOf={(field) => t(`account.fields.${field}`, '')}
      >
        <Stack gap="md">
          <TextInput
            label={t('account.fields.accountNumber')}
            disabled={isLinked}
            withAsterisk
            {...form.getInputProps('accountNumber')}
          />
          <TextInput
            label={t('account.fields.custodian')}
            placeholder={t('account.custodianExample')}
            {...form.getInputProps('custodian')}
          />
          <Group grow align="flex-start">
            <Select
              label={t('account.fields.currency')}
              data={currencies}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': t('account.clearCurrency') }}
              {...form.getInputProps('currency')}
            />
            <AmountField
              label={t('account.fields.marketValue')}
              keepsText
              {...form.getInputProps('marketValue')}
            />
          </Group>
          <DateField
            label={t('account.fields.asOf')}
            toward="LAST"
            keepsText
            {...form.getInputProps('asOf')}
          />
        </Stack>
      </Form>
    </Dialog>
  );
}

type Values = {
  accountNumber: string;
  custodian: string;
  currency: string | null;
  marketValue: string;
  asOf: string;
};

/** Returns what is wrong with an account: a value has a currency, and a day on which it was so. */
function faultsOf({ accountNumber, currency, marketValue, asOf }: Values) {
  const t = wordsOf('common');
  const isValued = marketValue !== '';
  const isWrong = isValued && !isAmount(marketValue);
  return {
    ...(!accountNumber.trim() && { accountNumber: t('required') }),
    ...(isValued && !currency && { currency: t('required') }),
    ...(isWrong && { marketValue: t('amountWrong', { form: typedAmount('1250000.5') }) }),
    ...(isValued &&
      asOf &&
      !parseDate(asOf) && { asOf: t('date.wrong', { form: t('date.form') }) }),
  };
}

/** Returns what was changed of an account, or all of one that is linked now; without a value there is no day. */
function changedOf(values: Values, before: Values, isNew: boolean) {
  const bodyOf = ({ custodian, currency, marketValue, asOf }: Values) => ({
    custodian: custodian.trim() || null,
    currency,
    marketValue: marketValue || null,
    asOf: marketValue ? asOf || null : null,
  });
  const body = bodyOf(values);
  if (isNew) return body;
  const changed = pathsThatDiffer(body, bodyOf(before));
  return Object.fromEntries(Object.entries(body).filter(([name]) => changed.includes(name)));
}
