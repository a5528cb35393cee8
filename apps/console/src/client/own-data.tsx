import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showPhone } from '../phone.ts';
import { showAgo } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './client.module.css';

/**
 * Shows what the firm has of a client, who changes the phone alone and asks for other changes in words: they
 * become tasks of the adviser, and stand here until they are done.
 */
export function OwnData({ me }: { me: AnswerOf<'getMe'> }) {
  const t = useWords('client');
  const [isAsking, setAsking] = useState(false);
  const { contactPhone: phone, changeRequests: waiting = [] } = me;
  const [last] = waiting;
  const facts = [
    ['name', me.displayName],
    ['email', me.email],
    [
      'phone',
      <>
        {phone
          ? showPhone({ phoneCountryCode: phone.countryCode, phoneNumber: phone.number })
          : t('data.none')}{' '}
        <Link href={pathTo('settings')}>{t('data.change')}</Link>
      </>,
    ],
  ] as const;
  return (
    <Section title={t('data.title')}>
      <dl className={classes.data}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`data.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {last && (
        <p className={classes.asked}>
          {t('data.waits', { count: waiting.length, ago: showAgo(last.createdAt) })}
        </p>
      )}
      <div className={classes.acts}>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('data.ask')}
        </Button>
        <Link href={pathTo('settings', { part: 'access' })}>{t('data.signIn')}</Link>
      </div>
      {isAsking && <AskForChange close={() => setAsking(false)} />}
    </Section>
  );
}

function AskForChange({ close }: { close: () => void }) {
  const t = useWords('client');
  const ask = useWrite('requestChange');
  const state = useForm({
    initial: { text: '' },
    draft: 'change-request',
    limits: 'requestChange',
    check: ({ text }) => (text.trim() ? {} : { text: t('data.empty') }),
    send: ({ text }, { headers }) => ask.mutateAsync({ body: { text: text.trim() }, headers }),
    saved: () => {
      toast({ message: t('data.asked') });
      close();
    },
  });
  return (
    <Dialog title={t('data.ask')} isOpen close={close}>
      <Form of={state} act={t('data.send')} close={close} labelOf={() => t('data.what')}>
        <Textarea
          label={t('data.what')}
          description={t('data.whatText')}
          autosize
          minRows={3}
          data-autofocus
          data-path="text"
          {...state.form.getInputProps('text')}
        />
      </Form>
    </Dialog>
  );
}
