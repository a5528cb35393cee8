import { Switch } from '@mantine/core';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords, wordsOf } from '../i18n/words.ts';
import { endOf, startOf, today } from '../time.ts';
import { DateField } from '../ui/date-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './developers.module.css';

/** Sends an endpoint again what happened in some days. */
export function Replay({ endpointUuid, close }: { endpointUuid: string; close: () => void }) {
  const t = useWords('developers');
  const replay = useWrite('replayWebhookEvents');
  const state = useForm({
    initial: { from: today().toString(), to: '', onlyFailed: true },
    draft: `replay:${endpointUuid}`,
    limits: 'replayWebhookEvents',
    check: ({ from }) => (from ? {} : { from: wordsOf('common')('required') }),
    send: ({ from, to, onlyFailed }, { headers }) =>
      replay.mutateAsync({
        path: { endpointUuid },
        body: { from: startOf(from), to: to ? endOf(to) : null, onlyFailed },
        headers,
      }),
    saved: ({ messages }) => {
      toast({ message: t('hooks.replayed', { count: messages }) });
      close();
    },
  });
  const { form } = state;
  return (
    <Dialog title={t('hooks.replayTitle')} isOpen close={close}>
      <p className={classes.muted}>{t('hooks.replayText')}</p>
      <Form
        of={state}
        act={t('hooks.replay')}
        close={close}
        labelOf={(field) => t(`hooks.range.${field}`, '')}
        className={classes.stack}
      >
        <DateField
          label={t('hooks.range.from')}
          withAsterisk
          toward="LAST"
          {...form.getInputProps('from')}
        />
        <DateField label={t('hooks.range.to')} toward="LAST" {...form.getInputProps('to')} />
        <Switch
          label={t('hooks.range.onlyFailed')}
          {...form.getInputProps('onlyFailed', { type: 'checkbox' })}
        />
      </Form>
    </Dialog>
  );
}
