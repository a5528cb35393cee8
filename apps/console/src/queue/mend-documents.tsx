import type { BodyOf } from '../api.ts';
import { useRead } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords, wordsOf } from '../i18n/words.ts';
import { useItems } from '../people/use-items.ts';
import { showDate, today } from '../time.ts';
import { parseDate } from '../typed-dates.ts';
import { Chip } from '../ui/chip.tsx';
import { DateField } from '../ui/date-field.tsx';
import { Read } from '../ui/states.tsx';
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
          <DocumentsForm
            key={JSON.stringify(identityDocuments)}
            contactUuid={contactUuid}
            documents={(identityDocuments ?? []) as Documents}
          />
          <PersonLink contactUuid={contactUuid} />
        </>
      )}
    </Read>
  );
}

function DocumentsForm({ contactUuid, documents }: { contactUuid: string; documents: Documents }) {
  const t = useWords('queue');
  const change = useItems(contactUuid, 'identityDocuments');
  const initial = documents.map((each) => each.specificationData?.expirationDate ?? '');
  const state = useForm({
    initial: { dates: initial },
    draft: `documents:${contactUuid}`,
    check: ({ dates }) => {
      const wrong = dates.flatMap((date, at) => (date && !parseDate(date) ? [at] : []));
      const common = wordsOf('common');
      const fault = common('date.wrong', { form: common('date.form') });
      return Object.fromEntries(wrong.map((at) => [`dates.${at}`, fault]));
    },
    send: async ({ dates }) => {
      for (const [at, each] of documents.entries()) {
        const expirationDate = dates[at] || null;
        if (dates[at] !== initial[at])
          await change(each, {
            specificationData: { ...each.specificationData, expirationDate },
          });
      }
    },
    saved: () => toast({ message: t('saved') }),
  });
  const { form } = state;
  return (
    <Form
      of={state}
      act={t('saveDates')}
      isDisabled={!form.isDirty()}
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
