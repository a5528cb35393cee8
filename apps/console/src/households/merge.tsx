import { Group, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { FormError } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './household.module.css';
import { type Household, type Member, toParty } from './relationships.ts';
import { Side } from './sides.tsx';

/** Takes over the members and accounts of another household, seen before it is done. */
export function Merge({ household }: { household: Household }) {
  const t = useWords('households');
  const [fromUuid, setFrom] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 200);
  const found = useRead(
    'searchHouseholds',
    { query: { searchTerm: asked } },
    { enabled: asked.length >= 2, keepsOld: true },
  );
  const from = useRead(
    'getHouseholdDetail',
    { path: { householdUuid: fromUuid ?? '' } },
    { enabled: fromUuid !== null },
  );
  const chosen = from.data ? [{ value: from.data.householdUuid, label: from.data.name }] : [];
  const others = (found.data ?? [])
    .filter(({ householdUuid }) => householdUuid !== household.householdUuid)
    .slice(0, 20)
    .map(({ householdUuid, name, memberCount }) => ({
      value: householdUuid,
      label: `${name} · ${t('memberCount', { count: memberCount })}`,
    }));
  const data = [...new Map([...chosen, ...others].map((each) => [each.value, each])).values()];
  return (
    <>
      <Section title={t('merge.choose')}>
        <Select
          className={classes.splitName}
          label={t('merge.from')}
          placeholder={t('searchParty')}
          data={data}
          value={fromUuid}
          onChange={setFrom}
          searchable
          onSearchChange={setText}
          filter={({ options }) => options}
          nothingFoundMessage={asked.length < 2 ? t('typeTwo') : t('noMatch')}
        />
      </Section>
      {fromUuid && <Read of={from}>{(other) => <Preview into={household} from={other} />}</Read>}
    </>
  );
}

const partyOf = ({ contactUuid, organisationUuid }: Member) => contactUuid ?? organisationUuid;

function Preview({ into, from }: { into: Household; from: Household }) {
  const t = useWords('households');
  const common = useWords('common');
  const go = useGo();
  const write = useWrite('mergeHouseholds');
  const [isAsking, setAsking] = useState(false);
  const { householdUuid } = into;
  const there = new Set(into.members.map(partyOf));
  const hasPrimary = into.members.some(({ isPrimary }) => isPrimary);
  const coming = from.members.filter((each) => !there.has(partyOf(each)));
  const numbers = new Set(into.portfolio.accountNumbers);
  const newAccounts = from.portfolio.accounts.filter((each) => !numbers.has(each.accountNumber));
  const after = [
    ...into.members,
    ...coming.map((each) => ({ ...each, isPrimary: each.isPrimary && !hasPrimary })),
  ];
  const save = async () => {
    const body = { fromHouseholdUuid: from.householdUuid };
    const merged = await write
      .mutateAsync({ path: { householdUuid }, body })
      .catch(() => undefined);
    setAsking(false);
    if (!merged) return;
    toast({ message: t('merge.done', { from: from.name, into: into.name }) });
    void go(pathTo('household', { householdUuid }));
  };
  return (
    <>
      <FormError error={write.error} />
      <div className={classes.thirds}>
        <Side
          title={t('before', { name: into.name })}
          note={t('asItIs')}
          parties={into.members.map(toParty)}
          accounts={into.portfolio.accounts}
        />
        <Side
          title={t('before', { name: from.name })}
          note={t('merge.emptied')}
          parties={from.members.map(toParty)}
          accounts={from.portfolio.accounts}
        />
        <Side
          title={into.name}
          note={t('after')}
          parties={after.map(toParty)}
          accounts={[...into.portfolio.accounts, ...newAccounts]}
        />
      </div>
      <Group justify="flex-end" className={classes.footer}>
        <Button variant="default" onClick={() => void go(pathTo('household', { householdUuid }))}>
          {common('back')}
        </Button>
        <Button onClick={() => setAsking(true)}>{t('merge.act')}</Button>
      </Group>
      <Confirm
        title={t('merge.ask', { from: from.name, into: into.name })}
        isOpen={isAsking}
        close={() => setAsking(false)}
        act={t('merge.act')}
        isRunning={write.isPending}
        run={() => void save()}
      >
        {t('merge.askText', {
          from: from.name,
          members: t('memberCount', { count: coming.length }),
          accounts: t('accountCount', { count: newAccounts.length }),
        })}
      </Confirm>
    </>
  );
}
