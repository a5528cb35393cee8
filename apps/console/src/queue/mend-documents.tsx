import { useState } from 'react';
import type { BodyOf } from '../api.ts';
import { can } from '../can.ts';
import { useRead, useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords, wordsOf } from '../i18n/words.ts';
import { useItems } from '../people/use-items.ts';
import { usePerson } from '../person.ts';
import { showDate, today } from '../time.ts';
import { parseDate } from '../typed-dates.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { DateField } from '../ui/date-field.tsx';
import { ErrorCard, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { PersonLink } from './person-link.tsx';
import classes from './queue.module.css';

type Documents = NonNullable<BodyOf<'updateContact'>['identityDocuments']>;

/** The identity documents of a person, each with the day it expires, to be renewed here. */
export function MendDocuments({ contactUuid }: { contactUuid: string }) {
  const t = useWords('queue');
  const contact = useRead('getContact', { path: { contactUuid } });
  return (
    <Read of={contact}>
      {({ identityDocuments }) => (
        <>
          <p>{t('documentsHow')}</p>
          <AskForNew contactUuid={contactUuid} />
          <DocumentsForm
            key={identityDocuments?.map((each) => each.specificationData?.identityId).join()}
            contactUuid={contactUuid}
            documents={identityDocuments ?? []}
          />
          <PersonLink contactUuid={contactUuid} />
        </>
      )}
    </Read>
  );
}

/** Makes a task of asking the person for the renewed document, once. */
function AskForNew({ contactUuid: entityUuid }: { contactUuid: string }) {
  const t = useWords('queue');
  const user = usePerson();
  const create = useWrite('createTask');
  // Asked again after an answer was lost, the task is made once.
  const [key] = useState(() => crypto.randomUUID());
  if (!can('createTask', user)) return null;
  const ask = () =>
    create.mutate(
      {
        body: {
          title: t('ask.title'),
          entityType: 'CONTACT',
          entityUuid,
          priority: 'HIGH',
          dueDate: today().add({ days: 7 }).toString(),
        },
        headers: { 'idempotency-key': key },
      },
      { onSuccess: () => toast({ message: t('ask.done') }) },
    );
  return (
    <>
      <Button
        variant="default"
        loading={create.isPending}
        disabled={create.isSuccess}
        onClick={ask}
      >
        {t('ask.act')}
      </Button>
      {create.error && <ErrorCard error={create.error} />}
    </>
  );
}

function DocumentsForm({ contactUuid, documents }: { contactUuid: string; documents: Documents }) {
  const t = useWords('queue');
  const change = useItems(contactUuid, 'identityDocuments');
  const dates = documents.map((each) => each.specificationData?.expirationDate ?? '');
  const state = useForm({
    initial: { dates },
    draft: `documents:${contactUuid}`,
    limits: 'updateContact',
    check: ({ dates }) => {
      const wrong = dates.flatMap((date, at) => (date && !parseDate(date) ? [at] : []));
      const common = wordsOf('common');
      const fault = common('date.wrong', { form: common('date.form') });
      return Object.fromEntries(wrong.map((at) => [`dates.${at}`, fault]));
    },
    send: async ({ dates }, { initial: { dates: before } }) => {
      for (const [at, each] of documents.entries()) {
        const expirationDate = dates[at] || null;
        if (dates[at] !== before[at])
          await change(each, {
            specificationData: { ...each.specificationData, expirationDate },
          });
      }
    },
    saved: () => toast({ message: t('saved') }),
    anew: (_, values) => ({ values }),
  });
  const { form } = state;
  return (
    <Form
      of={state}
      act={t('saveDates')}
      isDisabled={!state.isTyped.current}
      labelOf={() => t('saveDates')}
      className={classes.form}
    >
      {documents.map(({ specificationData: document }, index) => {
        const expires = document?.expirationDate;
        const isOver = expires !== undefined && expires !== null && expires < today().toString();
        const kind = t(`document.${document?.specificationType}`, { defaultValue: '' });
        return (
          <div key={`${document?.specificationType} ${document?.identityId}`}>
            <DateField
              label={t('expiresOn', { document: kind, id: document?.identityId ?? '' })}
              keepsText
              {...form.getInputProps(`dates.${index}`)}
            />
            {isOver && <Chip tone="bad">{t('expired', { date: showDate(expires) })}</Chip>}
          </div>
        );
      })}
    </Form>
  );
}
