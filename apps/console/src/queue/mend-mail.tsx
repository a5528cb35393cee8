import type { AnswerOf } from '../api.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useContactField } from '../records/contact-fields.ts';
import { RecordForm } from '../records/record-form.tsx';
import { Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { PersonLink } from './person-link.tsx';

/** A person whose last mail was refused: the address is put right here. */
export function MendMail({ contactUuid }: { contactUuid: string }) {
  const contact = useRead('getContact', { path: { contactUuid } });
  return <Read of={contact}>{(read) => <MailForm contact={read} />}</Read>;
}

function MailForm({ contact }: { contact: AnswerOf<'getContact'> }) {
  const t = useWords('queue');
  const { contactUuid, primaryEmail, credentialsInitializedAt } = contact;
  const hasLogin = credentialsInitializedAt !== null;
  const field = primaryEmail ? 'primaryEmail' : 'preferredEmail';
  const write = useWrite('updateContact');
  const invite = useWrite('initContactCredentials');
  const path = { contactUuid };
  const { field: made } = useContactField();
  const fields = [made(field, { isRequired: true })];
  return (
    <div>
      <p>{t('mailHow')}</p>
      <RecordForm
        operation="updateContact"
        fields={fields}
        record={contact}
        isNew
        send={async (body, { headers }) => {
          await write.mutateAsync({ path, body, headers });
          // Who signs in gets a new link; an invitation is sent again from its meeting.
          if (hasLogin) await invite.mutateAsync({ path });
        }}
        saved={() => toast({ message: t(hasLogin ? 'savedAndSent' : 'saved') })}
        act={t(hasLogin ? 'saveAndSend' : 'save')}
        draft={`mail:${contactUuid}`}
      />
      <PersonLink contactUuid={contactUuid} />
    </div>
  );
}
