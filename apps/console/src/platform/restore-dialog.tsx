import { TextInput } from '@mantine/core';
import type { AnswerOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './platform.module.css';

type Props = { firm: AnswerOf<'filterTenants'>['content'][number]; close: () => void };

/** Brings a deleted firm back, under another code where somebody else has its own by now. */
export function RestoreDialog({ firm, close }: Props) {
  const t = useWords('platform');
  const restore = useWrite('restoreTenant');
  const { tenantUuid, name, code } = firm;
  const state = useForm({
    initial: { code },
    draft: `restore-firm:${tenantUuid}`,
    limits: 'restoreTenant',
    check: (values) => (values.code.trim() ? {} : { code: t('required') }),
    send: (values, { headers }) => {
      const stated = values.code.trim();
      const body = stated === code ? {} : { code: stated };
      return restore.mutateAsync({ path: { tenantUuid }, body, headers });
    },
    saved: ({ notRestored }) => {
      const left = notRestored.map(({ value }) => value).join(', ');
      toast({
        message: left
          ? t('acts.isRestoredWithout', { name, left })
          : t('acts.isRestored', { name }),
      });
      close();
    },
  });
  return (
    <Dialog title={t('acts.restoreTitle', { name })} isOpen close={close}>
      <p className={classes.muted}>{t('acts.restoreText')}</p>
      <Form of={state} act={t('acts.restore')} close={close} labelOf={() => t('fields.code')}>
        <TextInput
          label={t('fields.code')}
          data-path="code"
          {...state.form.getInputProps('code')}
        />
      </Form>
    </Dialog>
  );
}
