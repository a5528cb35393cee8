import { Group } from '@mantine/core';
import { type BodyOf, call } from '../api.ts';
import { queryClient } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { RecordForm } from '../ui/record-form.tsx';
import { toast } from '../ui/toast.tsx';
import type { Person } from './edit-section.tsx';
import classes from './people.module.css';
import { usePersonFields } from './person-fields.ts';

/** The last step: the address a person signs in with, and the mail that lets them choose a password. */
export function AccessStep({ person }: { person: Person }) {
  const t = useWords('people');
  const go = useGo();
  const { primaryEmail } = usePersonFields();
  const { contactUuid } = person;
  const record = { primaryEmail: person.primaryEmail ?? person.preferredEmail };
  const toPerson = () => setTimeout(() => void go(pathTo('person', { contactUuid })));
  const send = async (wire: Record<string, unknown>) => {
    await call('updateContact', { path: { contactUuid }, body: wire as BodyOf<'updateContact'> });
    const { email } = await call('initContactCredentials', { path: { contactUuid } });
    void queryClient.invalidateQueries();
    toast({ message: t('person.invited', { email }) });
    toPerson();
  };
  return (
    <>
      <p className={classes.quiet}>{t('new.accessText')}</p>
      <RecordForm fields={primaryEmail} record={record} save={send} act={t('new.send')} />
      <Group justify="flex-end">
        <Button variant="subtle" onClick={toPerson}>
          {t('new.later')}
        </Button>
      </Group>
    </>
  );
}
