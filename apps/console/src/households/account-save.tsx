import { Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ApiError } from '../api.ts';
import { useWrite } from '../data.ts';
import { currentLanguage, useWords } from '../i18n/words.ts';
import { today } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { DateField } from '../ui/date-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError, showFaults } from '../ui/form.tsx';
import { toast } from '../ui/toast.tsx';
import type { Account } from './accounts.tsx';

type Props = { householdUuid: string; account: Account | undefined; close: () => void };
const currencies = ['CLP', 'USD', 'EUR', 'GBP', 'CHF', 'BRL', 'ARS', 'PEN', 'COP', 'MXN'];

/** Links an account to the household, or changes what is known of one. */
export function AccountSave({ householdUuid, account, close }: Props) {
  const t = useWords('households');
  const common = useWords('common');
  const link = useWrite('updateHousehold');
  const write = useWrite('saveHouseholdAccount');
  const [isLinked, setLinked] = useState(account !== undefined);
  const [error, setError] = useState<ApiError | null>(null);
  const form = useForm({
    initialValues: {
      accountNumber: account?.accountNumber ?? '',
      custodian: account?.custodian ?? '',
      currency: account?.currency ?? (null as string | null),
      marketValue: (account?.marketValue ?? '') as string | number,
      asOf: account?.asOf ?? String(today()),
    },
    validate: { accountNumber: (number) => (number.trim() ? null : t('required')) },
  });
  const isSpanish = currentLanguage() === 'es';
  const save = form.onSubmit(
    async ({ accountNumber: typed, custodian, currency, marketValue, asOf }) => {
      const accountNumber = typed.trim();
      const isValued = String(marketValue) !== '';
      const body = {
        custodian: custodian.trim() || null,
        currency,
        marketValue: isValued ? String(marketValue) : null,
        asOf: isValued ? asOf || null : null,
      };
      try {
        if (!isLinked)
          await link.mutateAsync({
            path: { householdUuid },
            body: { accountNumbersToLink: [accountNumber] },
          });
        // Once it is linked only its values are tried again.
        setLinked(true);
        await write.mutateAsync({ path: { householdUuid, accountNumber }, body });
        close();
        toast({ message: t('account.saved', { number: accountNumber }) });
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        setError(failure);
        showFaults(form, failure);
      }
    },
  );
  return (
    <Dialog title={account ? t('account.edit') : t('account.link')} isOpen close={close}>
      <form onSubmit={save}>
        <FormError error={error} labelOf={(field) => t(`account.fields.${field}`, field)} />
        <Stack gap="md">
          <TextInput
            label={t('account.fields.accountNumber')}
            disabled={isLinked}
            withAsterisk
            maxLength={64}
            {...form.getInputProps('accountNumber')}
          />
          <TextInput
            label={t('account.fields.custodian')}
            placeholder={t('account.custodianExample')}
            maxLength={255}
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
            <NumberInput
              label={t('account.fields.marketValue')}
              thousandSeparator={isSpanish ? '.' : ','}
              decimalSeparator={isSpanish ? ',' : '.'}
              decimalScale={4}
              hideControls
              inputMode="decimal"
              {...form.getInputProps('marketValue')}
            />
          </Group>
          <DateField label={t('account.fields.asOf')} {...form.getInputProps('asOf')} />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={link.isPending || write.isPending}>
            {t('save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
