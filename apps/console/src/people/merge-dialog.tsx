import { Group, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type ApiError, call } from '../api.ts';
import { isAdministrator } from '../can.ts';
import { markOld, queryClient, useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { nameOf } from '../records/person-name.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form.tsx';
import { isApiError, Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { Person } from './edit-section.tsx';
import { MergeChoices } from './merge-choices.tsx';
import { useMergeFields } from './merge-fields.ts';
import { MergeMoves } from './merge-moves.tsx';
import classes from './person.module.css';

type Props = {
  person: Person;
  /** The record that becomes part of this one; `choose` while none is chosen. */
  otherUuid: string;
  choose: (contactUuid: string) => void;
  close: () => void;
};

/** Makes two records of one person one: which fields survive is chosen, and what moves is counted. */
export default function MergeDialog({ person, otherUuid, choose, close }: Props) {
  const t = useWords('person');
  const isChosen = otherUuid !== 'choose';
  const other = useRead('getContact', { path: { contactUuid: otherUuid } }, { enabled: isChosen });
  return (
    <Dialog title={t('merge.title')} isOpen close={close} size={isChosen ? '760px' : 'md'}>
      {isChosen ? (
        <Read of={other} skeleton={<Lines count={8} height={32} />}>
          {(data) => <Merge person={person} other={data} close={close} />}
        </Read>
      ) : (
        <ChooseOther person={person} choose={choose} />
      )}
    </Dialog>
  );
}

/** Names the likely doubles, and finds any other record. */
function ChooseOther({ person, choose }: Pick<Props, 'person' | 'choose'>) {
  const t = useWords('person');
  const enums = useWords('enums');
  const { contactUuid } = person;
  const likely = useRead('listContactDuplicates', { path: { contactUuid } });
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 200);
  const isAsked = asked.length >= 2;
  const found = useRead(
    'listContacts',
    { query: { searchTerm: asked, size: 8 } },
    { enabled: isAsked, keepsOld: true },
  );
  const others = (isAsked ? (found.data?.content ?? []) : []).filter(
    (each) => each.contactUuid !== contactUuid,
  );
  return (
    <div className={classes.form}>
      <p className={classes.quiet}>{t('merge.which', { name: nameOf(person) })}</p>
      {(likely.data ?? []).map((each) => (
        <button
          key={each.contactUuid}
          type="button"
          className={classes.likely}
          onClick={() => choose(each.contactUuid)}
        >
          <Avatar name={nameOf(each)} />
          <span className={classes.said}>
            <strong>{nameOf(each)}</strong>
            <span className={classes.saidText}>
              {each.reasons.map((reason) => enums(`reasons.${reason}`)).join(', ')}
            </span>
          </span>
        </button>
      ))}
      <Select
        label={t('merge.find')}
        data={others.map((each) => ({
          value: each.contactUuid,
          label: [nameOf(each), each.primaryEmail ?? each.preferredEmail]
            .filter(Boolean)
            .join(' · '),
        }))}
        value={null}
        searchable
        searchValue={text}
        onSearchChange={setText}
        filter={({ options }) => options}
        nothingFoundMessage={isAsked && !found.isFetching ? t('merge.nobody') : t('merge.typeTwo')}
        onChange={(uuid) => uuid && choose(uuid)}
        rightSection={<span />}
      />
    </div>
  );
}

/** Reads again what is on the page, but not what is about a record that is gone. */
function forget(contactUuid: string) {
  const isGone = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    JSON.stringify(queryKey).includes(contactUuid);
  void queryClient.invalidateQueries({ predicate: isGone, refetchType: 'none' });
  void queryClient.invalidateQueries({ predicate: (query) => !isGone(query) });
}

function Merge({ person, other, close }: { person: Person; other: Person; close: () => void }) {
  const t = useWords('person');
  const common = useWords('common');
  const user = usePerson();
  const fields = useMergeFields(person, other);
  const [taken, setTaken] = useState<ReadonlySet<string>>(
    () => new Set(fields.filter(({ own }) => own === undefined).map(({ key }) => key)),
  );
  const [error, setError] = useState<ApiError | null>(null);
  const [isRunning, setRunning] = useState(false);
  const managesBoth = [person, other].every(
    ({ contactManagerEntityUuid }) => contactManagerEntityUuid === user?.userUuid,
  );
  const haveBothLogins =
    person.credentialsInitializedAt !== null && other.credentialsInitializedAt !== null;
  const why = !(isAdministrator(user) || managesBoth)
    ? t('merge.who')
    : haveBothLogins
      ? t('merge.bothLogins')
      : undefined;
  const run = async () => {
    const take = fields.filter(({ key }) => taken.has(key)).flatMap(({ names }) => names);
    const body = { fromContactUuid: other.contactUuid, take };
    setRunning(true);
    setError(null);
    try {
      const done = await call('mergeContacts', {
        path: { contactUuid: person.contactUuid },
        body,
      });
      markOld(['mergeContacts']);
      forget(other.contactUuid);
      close();
      toast({ message: t('merge.done', { name: nameOf(done) }) });
    } catch (failed) {
      if (!isApiError(failed)) throw failed;
      setError(failed);
    } finally {
      setRunning(false);
    }
  };
  const labelOf = (field: string) =>
    fields.find(({ names }) => names.some((name) => field.includes(name)))?.label ?? field;
  return (
    <>
      <FormError error={error} labelOf={labelOf} />
      <MergeChoices
        person={person}
        other={other}
        fields={fields}
        taken={taken}
        take={(key, isTaken) => {
          const next = new Set(taken);
          if (isTaken) next.add(key);
          else next.delete(key);
          setTaken(next);
        }}
      />
      <MergeMoves other={other} />
      <p className={classes.warning}>{t('merge.means', { name: nameOf(other) })}</p>
      {why && (
        <p role="status" className={classes.fault}>
          {why}
        </p>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {common('back')}
        </Button>
        <Button
          color="red"
          disabled={why !== undefined}
          loading={isRunning}
          onClick={() => void run()}
        >
          {t('merge.act')}
        </Button>
      </Group>
    </>
  );
}
