import { TextInput } from '@mantine/core';
import { IconCalendarPlus, IconCopy } from '@tabler/icons-react';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showDate } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { copy } from '../ui/copy.ts';
import { Section } from '../ui/page.tsx';
import { ErrorCard, Read } from '../ui/states.tsx';
import classes from './calendar-feed.module.css';

/** The way of the own meetings into any calendar: an address to subscribe to, shown once. */
export function CalendarFeed() {
  const t = useWords('feed');
  const feed = useRead('getCalendarFeed', {});
  const create = useWrite('createCalendarFeed');
  const revoke = useWrite('revokeCalendarFeed');
  const url = create.data?.url;
  const error = create.error ?? revoke.error;
  return (
    <Section title={t('title')}>
      <Read of={feed}>
        {({ active, createdAt }) => (
          <div className={classes.feed}>
            <p className={classes.muted}>
              {active ? t('since', { date: showDate(createdAt) }) : t('text')}
            </p>
            {error && <ErrorCard error={error} />}
            {url && active ? (
              <>
                <Button
                  component="a"
                  href={url.replace(/^https?:/, 'webcal:')}
                  leftSection={<IconCalendarPlus size={16} aria-hidden />}
                >
                  {t('open')}
                </Button>
                <TextInput
                  label={t('url')}
                  description={t('once')}
                  value={url}
                  readOnly
                  onFocus={(event) => event.currentTarget.select()}
                />
                <Button
                  variant="default"
                  leftSection={<IconCopy size={16} aria-hidden />}
                  onClick={() => void copy(url ?? '', t('copied'))}
                >
                  {t('copy')}
                </Button>
              </>
            ) : (
              <Button
                variant="default"
                leftSection={<IconCalendarPlus size={16} aria-hidden />}
                loading={create.isPending}
                onClick={() => create.mutate({})}
              >
                {active ? t('renew') : t('act')}
              </Button>
            )}
            {active && (
              <Button
                variant="subtle"
                color="red"
                loading={revoke.isPending}
                onClick={() => revoke.mutate({}, { onSuccess: () => create.reset() })}
              >
                {t('revoke')}
              </Button>
            )}
          </div>
        )}
      </Read>
    </Section>
  );
}
