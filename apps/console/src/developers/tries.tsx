import type { AnswerOf } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { showNumber, showTime } from '../time.ts';
import { Chip } from '../ui/chip.tsx';
import classes from './developers.module.css';

type Try = AnswerOf<'testWebhookEndpoint'>['tries'][number];

/** Lists the tries of a message: when, how long, and what the receiver said. */
export function Tries({ tries }: { tries: readonly Try[] }) {
  const t = useWords('developers');
  if (tries.length === 0) return <p className={classes.muted}>{t('tries.none')}</p>;
  return (
    <ol className={classes.tries}>
      {tries.map(({ at, durationMs, status, error, responseExcerpt }) => {
        const isGood = status !== null && status >= 200 && status < 300;
        return (
          <li key={at}>
            <span className={classes.line}>
              <Chip tone={isGood ? 'good' : 'bad'}>{status ?? t('tries.noAnswer')}</Chip>
              <span className={classes.muted}>
                {t('tries.took', { at: showTime(at), ms: showNumber(durationMs) })}
              </span>
            </span>
            {error && <span>{t(`tries.errors.${error}`, { defaultValue: error })}</span>}
            {responseExcerpt && <pre className={classes.code}>{responseExcerpt}</pre>}
          </li>
        );
      })}
    </ol>
  );
}
