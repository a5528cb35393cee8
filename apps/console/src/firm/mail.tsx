import { type AnswerOf, call } from '../api.ts';
import { useRead, useWrite } from '../data.ts';
import { StandingForm } from '../forms/standing-form.tsx';
import { useWords } from '../i18n/words.ts';
import { RecordForm } from '../records/record-form.tsx';
import { useMailsWait } from '../records/use-firm.ts';
import { presentTenant } from '../tenant.ts';
import { Chip } from '../ui/chip.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './firm.module.css';
import { MailTest, RefusedMails } from './mail-arrival.tsx';

type Settings = AnswerOf<'getMailSettings'>;

/** Whom the firm's mails come from, and where the answers go. */
export default function Mail() {
  const t = useWords('firm');
  const settings = useRead('getMailSettings', { path: { tenantUuid: presentTenant() } });
  return (
    <Page title={t('mail.title')} lead={t('mail.lead')} isNarrow>
      <Section title={t('mail.sender')}>
        <Read of={settings} skeleton={<Lines count={4} height={40} />}>
          {(data) => <MailForm settings={data} />}
        </Read>
      </Section>
      <MailTest />
      <RefusedMails />
    </Page>
  );
}

function MailForm({ settings }: { settings: Settings }) {
  const t = useWords('firm');
  const save = useWrite('updateMailSettings');
  const path = { tenantUuid: presentTenant() };
  const { replyTo, replyToConfirmed } = settings;
  const isOff = useMailsWait();
  return (
    <>
      <p className={classes.line}>
        <Chip tone={replyTo ? (replyToConfirmed ? 'good' : 'warn') : 'plain'}>
          {replyTo
            ? t(replyToConfirmed ? 'mail.confirmed' : 'mail.waiting', { replyTo })
            : t('mail.none')}
        </Chip>
      </p>
      {replyTo && !replyToConfirmed && (
        <p className={classes.muted}>{t(isOff ? 'mail.waitingOff' : 'mail.waitingText')}</p>
      )}
      <StandingForm>
        {(saved) => (
          <RecordForm
            operation="updateMailSettings"
            fields={[
              {
                path: 'senderName',
                label: t('mail.senderName'),
                description: t('mail.senderNameText'),
                kind: 'text',
              },
              {
                path: 'replyTo',
                label: t('mail.replyTo'),
                description: t('mail.replyToText'),
                kind: 'email',
              },
            ]}
            record={settings}
            send={(body, { headers }) => save.mutateAsync({ path, body, headers })}
            saved={saved}
            anew={(now) => now}
            act={t('save')}
            draft="mail-settings"
            reread={() => call('getMailSettings', { path })}
          />
        )}
      </StandingForm>
    </>
  );
}
