import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form.tsx';
import { Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { PersonLink } from './person-link.tsx';
import classes from './queue.module.css';

/** A person whose last mail was refused: the address is put right here. */
export function MendMail({ contactUuid }: { contactUuid: string }) {
  const contact = useRead('getContact', { path: { contactUuid } });
  return <Read of={contact}>{(read) => <MailForm contact={read} />}</Read>;
}

function MailForm({ contact }: { contact: AnswerOf<'getContact'> }) {
  const t = useWords('queue');
  const { contactUuid, primaryEmail, preferredEmail, credentialsInitializedAt } = contact;
  const hasLogin = credentialsInitializedAt !== null;
  const field = primaryEmail ? 'primaryEmail' : 'preferredEmail';
  const [email, setEmail] = useState(primaryEmail ?? preferredEmail ?? '');
  const write = useWrite('updateContact');
  const invite = useWrite('initContactCredentials');
  const save = async () => {
    await write.mutateAsync({ path: { contactUuid }, body: { [field]: email } });
    // Who signs in gets a new link; an invitation is sent again from its meeting.
    if (hasLogin) await invite.mutateAsync({ path: { contactUuid } });
    toast({ message: t(hasLogin ? 'savedAndSent' : 'saved') });
  };
  return (
    <div>
      <p>{t('mailHow')}</p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save().catch(() => undefined);
        }}
      >
        <TextInput
          type="email"
          label={t(`field.${field}`)}
          data-path={field}
          value={email}
          error={write.error?.errors.find((each) => each.field === field)?.message}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <FormError error={write.error ?? invite.error} />
        <Button type="submit" loading={write.isPending || invite.isPending}>
          {t(hasLogin ? 'saveAndSend' : 'save')}
        </Button>
      </form>
      <PersonLink contactUuid={contactUuid} />
    </div>
  );
}
