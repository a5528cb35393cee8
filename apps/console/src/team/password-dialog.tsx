import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords, wordsOf } from '../i18n/words.ts';
import { nameOf } from '../records/person-name.ts';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { toast } from '../ui/toast.tsx';
import type { Member } from './member.ts';
import classes from './team.module.css';

/** Sets a colleague's password; what is typed is kept nowhere. */
export function PasswordDialog({ member, close }: { member: Member; close: () => void }) {
  const t = useWords('team');
  const set = useWrite('setStaffPassword');
  const path = { tenantStaffUuid: member.tenantStaffUuid };
  const name = nameOf(member);
  const state = useForm({
    initial: { password: '' },
    limits: 'setStaffPassword',
    check: ({ password }) => (password ? {} : { password: wordsOf('common')('required') }),
    send: ({ password }, { headers }) => set.mutateAsync({ path, body: { password }, headers }),
    saved: () => {
      toast({ message: t('password.done', { name }) });
      close();
    },
  });
  return (
    <Dialog title={t('password.title', { name })} isOpen close={close}>
      <p className={classes.muted}>{t('password.text')}</p>
      <Form of={state} act={t('password.act')} close={close} labelOf={() => t('password.label')}>
        <PasswordField
          label={t('password.label')}
          autoComplete="new-password"
          data-autofocus
          toggle={t('password.show')}
          {...state.form.getInputProps('password')}
        />
      </Form>
    </Dialog>
  );
}
