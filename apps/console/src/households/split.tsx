import { Checkbox, TextInput } from '@mantine/core';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showMoney } from '../time.ts';
import { useGo } from '../ui/address.ts';
import { Section } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './household.module.css';
import { type Household, toParty } from './relationships.ts';
import { Side } from './sides.tsx';
import { useRelationships } from './use-relationships.ts';

/** Moves members and accounts into a household of their own, seen before it is done. */
export function Split({ household }: { household: Household }) {
  const t = useWords('households');
  const go = useGo();
  const { labelOf } = useRelationships();
  const write = useWrite('splitHousehold');
  const { householdUuid, members } = household;
  const state = useForm({
    initial: { name: '', memberUuids: [] as string[], accountNumbers: [] as string[] },
    draft: `split:${householdUuid}`,
    limits: 'splitHousehold',
    send: ({ name: typed, ...moved }, { headers }) =>
      write.mutateAsync({
        path: { householdUuid },
        body: { name: typed.trim(), ...moved },
        headers,
      }),
    saved: (made) => {
      toast({ message: t('split.done', { from: household.name, to: made.name }) });
      void go(pathTo('household', { householdUuid: made.householdUuid }));
    },
  });
  const { form } = state;
  const { name, memberUuids, accountNumbers } = form.values;
  const { accounts } = household.portfolio;
  const back = pathTo('household', { householdUuid });
  const moving = members.filter((each) => memberUuids.includes(each.memberUuid));
  const staying = members.filter((each) => !memberUuids.includes(each.memberUuid));
  const movingAccounts = accounts.filter((each) => accountNumbers.includes(each.accountNumber));
  const stayingAccounts = accounts.filter((each) => !accountNumbers.includes(each.accountNumber));
  const isEmpty = moving.length + movingAccounts.length === 0;
  return (
    <Form
      of={state}
      act={t('split.run', {
        members: t('memberCount', { count: moving.length }),
        accounts: t('accountCount', { count: movingAccounts.length }),
      })}
      close={() => void go(back)}
      isDisabled={isEmpty || !name.trim()}
      labelOf={(field) => (field === 'name' ? t('name') : field)}
    >
      <Section title={t('split.choose')}>
        <TextInput
          label={t('split.name')}
          placeholder={t('nameExample')}
          withAsterisk
          required
          className={classes.splitName}
          {...form.getInputProps('name')}
        />
        <div className={classes.halves}>
          <Checkbox.Group label={t('split.members')} {...form.getInputProps('memberUuids')}>
            <div className={classes.checks}>
              {members.map(({ memberUuid, displayName, relationshipType }) => (
                <Checkbox
                  key={memberUuid}
                  value={memberUuid}
                  label={displayName}
                  description={labelOf(relationshipType)}
                />
              ))}
            </div>
          </Checkbox.Group>
          <Checkbox.Group label={t('split.accounts')} {...form.getInputProps('accountNumbers')}>
            <div className={classes.checks}>
              {accounts.length === 0 && <p className={classes.muted}>{t('account.none')}</p>}
              {accounts.map(({ accountNumber, marketValue, currency, custodian }) => (
                <Checkbox
                  key={accountNumber}
                  value={accountNumber}
                  label={accountNumber}
                  description={[
                    custodian,
                    marketValue && currency ? showMoney(marketValue, currency) : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                />
              ))}
            </div>
          </Checkbox.Group>
        </div>
      </Section>
      <div className={classes.thirds}>
        <Side
          title={t('before', { name: household.name })}
          note={t('asItIs')}
          parties={members.map(toParty)}
          accounts={accounts}
        />
        <Side
          title={household.name}
          note={t('after')}
          parties={staying.map(toParty)}
          accounts={stayingAccounts}
        />
        <Side
          title={name.trim() || t('split.new')}
          note={t('after')}
          parties={moving.map(toParty)}
          accounts={movingAccounts}
        />
      </div>
    </Form>
  );
}
