import { Checkbox, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showMoney } from '../time.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './household.module.css';
import { type Household, toParty } from './relationships.ts';
import { Side } from './sides.tsx';
import { useRelationships } from './use-relationships.ts';

/** Moves members and accounts into a household of their own, seen before it is done. */
export function Split({ household }: { household: Household }) {
  const t = useWords('households');
  const common = useWords('common');
  const go = useGo();
  const { labelOf } = useRelationships();
  const write = useWrite('splitHousehold');
  const [name, setName] = useState('');
  const [memberUuids, setMembers] = useState<string[]>([]);
  const [accountNumbers, setAccounts] = useState<string[]>([]);
  const { householdUuid, members } = household;
  const { accounts } = household.portfolio;
  const back = pathTo('household', { householdUuid });
  const moving = members.filter((each) => memberUuids.includes(each.memberUuid));
  const staying = members.filter((each) => !memberUuids.includes(each.memberUuid));
  const movingAccounts = accounts.filter((each) => accountNumbers.includes(each.accountNumber));
  const stayingAccounts = accounts.filter((each) => !accountNumbers.includes(each.accountNumber));
  const isEmpty = moving.length + movingAccounts.length === 0;
  const save = async () => {
    const body = { name: name.trim(), memberUuids, accountNumbers };
    const made = await write.mutateAsync({ path: { householdUuid }, body }).catch(() => undefined);
    if (!made) return;
    toast({ message: t('split.done', { from: household.name, to: made.name }) });
    void go(pathTo('household', { householdUuid: made.householdUuid }));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <FormError error={write.error} labelOf={(field) => (field === 'name' ? t('name') : field)} />
      <Section title={t('split.choose')}>
        <TextInput
          label={t('split.name')}
          placeholder={t('nameExample')}
          withAsterisk
          required
          maxLength={255}
          data-path="name"
          className={classes.splitName}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={classes.halves}>
          <Checkbox.Group label={t('split.members')} value={memberUuids} onChange={setMembers}>
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
          <Checkbox.Group label={t('split.accounts')} value={accountNumbers} onChange={setAccounts}>
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
      <Group justify="flex-end" className={classes.footer}>
        <Button variant="default" onClick={() => void go(back)}>
          {common('cancel')}
        </Button>
        <Button type="submit" loading={write.isPending} disabled={isEmpty || !name.trim()}>
          {t('split.run', {
            members: t('memberCount', { count: moving.length }),
            accounts: t('accountCount', { count: movingAccounts.length }),
          })}
        </Button>
      </Group>
    </form>
  );
}
