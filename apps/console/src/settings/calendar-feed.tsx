import { Group, TextInput } from '@mantine/core';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showDate } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './settings.module.css';

/** An address from which any calendar program can read the person's meetings. It is shown once. */
export function CalendarFeed() {
  const t = useWords('settings');
  const feed = useRead('getCalendarFeed', {});
  const create = useWrite('createCalendarFeed');
  const revoke = useWrite('revokeCalendarFeed');
  const url = create.data?.url;
  const copy = () => {
    void navigator.clipboard.writeText(url ?? '');
    toast({ message: t('feed.copied') });
  };
  const error = create.error ?? revoke.error;
  return (
    <Section title={t('feed.title')}>
      <Read of={feed}>
        {({ active, createdAt }) => (
          <div className={classes.form}>
            <p className={classes.text}>
              {active ? t('feed.since', { date: showDate(createdAt) }) : t('feed.text')}
            </p>
            {error && <ErrorCard error={error} />}
            {active && url && (
              <TextInput
                label={t('feed.url')}
                description={t('feed.once')}
                value={url}
                readOnly
                onFocus={(event) => event.currentTarget.select()}
              />
            )}
            <Group>
              {active && url && (
                <Button variant="default" onClick={copy}>
                  {t('feed.copy')}
                </Button>
              )}
              <Button
                variant="default"
                loading={create.isPending}
                onClick={() => create.mutate({})}
              >
                {active ? t('feed.renew') : t('feed.create')}
              </Button>
              {active && (
                <Button
                  variant="subtle"
                  color="red"
                  loading={revoke.isPending}
                  onClick={() => revoke.mutate({}, { onSuccess: () => create.reset() })}
                >
                  {t('feed.revoke')}
                </Button>
              )}
            </Group>
          </div>
        )}
      </Read>
    </Section>
  );
}
