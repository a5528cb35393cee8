import type { AnswerOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard } from '../ui/states.tsx';
import classes from './settings.module.css';

/**
 * Finishes a consent that came back in another browser or at another host than it began. Its code is behind
 * the address's hash, where no server sees it; anyone but the person who began it is refused.
 */
export function FinishConsent() {
  const t = useWords('settings');
  const go = useGo();
  const finish = useWrite('completeCalendarConsent');
  const {
    provider = '',
    code = '',
    state = '',
  } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  function leave({ continueAt }: AnswerOf<'completeCalendarConsent'>) {
    if (continueAt) location.assign(continueAt);
    else void go(pathTo('calendarSettings'), { replace: true });
  }
  return (
    <Section title={t('calendar.elsewhere.title')}>
      <p className={classes.text}>{t('calendar.elsewhere.text')}</p>
      {finish.error && <ErrorCard error={finish.error} />}
      <Button
        loading={finish.isPending}
        onClick={() =>
          finish.mutate({ path: { provider }, body: { code, state } }, { onSuccess: leave })
        }
      >
        {t('calendar.elsewhere.finish')}
      </Button>
    </Section>
  );
}
