import { Group } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Outcomes } from '../records/outcomes.tsx';
import { nameOf } from '../records/person-name.ts';
import { type Staff, StaffSelect } from '../records/staff-select.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorCard } from '../ui/states.tsx';
import type { PersonRow } from './list-row.ts';
import classes from './people.module.css';

/** As many as one call takes. */
const mostAtOnce = 100;

type Props = {
  people: readonly PersonRow[];
  /** Ends it, with those who were not given. */
  close: (left: readonly PersonRow[]) => void;
};

/** Gives people to another adviser, and says what came of each: those who stay can be tried again. */
export default function ReassignDialog({ people, close }: Props) {
  const t = useWords('people');
  const common = useWords('common');
  const write = useWrite('reassignContacts');
  const [staff, setStaff] = useState<Staff>();
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string | null>>(new Map());
  const left = people.filter(({ contactUuid }) => refusals.get(contactUuid) !== null);
  const run = async (contactManagerId: string) => {
    for (let at = 0; at < left.length; at += mostAtOnce) {
      const contactUuids = left.slice(at, at + mostAtOnce).map(({ contactUuid }) => contactUuid);
      const { outcomes } = await write.mutateAsync({ body: { contactUuids, contactManagerId } });
      const told = outcomes.map(({ uuid, refusal }) => [uuid, refusal] as const);
      setRefusals((before) => new Map([...before, ...told]));
    }
  };
  const runIt = () => staff && void run(staff.uuid).catch(() => undefined);
  const wasTried = refusals.size > 0;
  const given = people.length - left.length;
  const outcomes = people.flatMap((person) => {
    const refusal = refusals.get(person.contactUuid);
    return refusal === undefined
      ? []
      : [{ uuid: person.contactUuid, name: nameOf(person), refusal }];
  });
  return (
    <Dialog
      title={t('reassign.title', { count: people.length })}
      isOpen
      close={() => !write.isPending && close(left)}
    >
      {wasTried ? (
        <>
          <p role="status">
            {t('reassign.done', { count: given, total: people.length, name: staff?.name })}
          </p>
          <Outcomes outcomes={outcomes} done={t('reassign.given')} />
        </>
      ) : (
        <>
          <StaffSelect label={t('reassign.to')} onChange={setStaff} />
          <p className={classes.quiet}>{t('reassign.means')}</p>
        </>
      )}
      {write.error && <ErrorCard error={write.error} />}
      <Group justify="flex-end" mt="lg">
        {left.length > 0 && (
          <Button variant="default" disabled={write.isPending} onClick={() => close(left)}>
            {common(wasTried ? 'close' : 'back')}
          </Button>
        )}
        {left.length > 0 ? (
          <Button writes disabled={!staff} loading={write.isPending} onClick={runIt}>
            {t(wasTried ? 'reassign.again' : 'reassign.run', { count: left.length })}
          </Button>
        ) : (
          <Button onClick={() => close(left)}>{common('close')}</Button>
        )}
      </Group>
    </Dialog>
  );
}
