import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { kindIcons } from '../queue/kinds.ts';
import { useQueue } from '../queue/use-queue.ts';
import { showNumber } from '../time.ts';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard, isApiError, Lines } from '../ui/states.tsx';
import classes from './today.module.css';

/** Shows what waits in the queue, by kind, each leading there. */
export function QueueCard() {
  const t = useWords('today');
  const words = useWords('queue');
  const sources = useQueue({ isMine: false, size: 1 });
  const waiting = sources.filter(({ total }) => total > 0);
  const failed = sources.find(({ error }) => error);
  const isLoading = sources.some((each) => each.isLoading);
  return (
    <Section
      title={t('queue.title')}
      acts={
        <Link href={pathTo('queue')} className={classes.more}>
          {t('queue.all')}
        </Link>
      }
    >
      {failed && isApiError(failed.error) && (
        <ErrorCard error={failed.error} retry={failed.retry} />
      )}
      {isLoading ? (
        <div aria-busy="true">
          <Lines count={2} height={36} />
        </div>
      ) : waiting.length === 0 ? (
        <p className={classes.quiet}>{t('queue.none')}</p>
      ) : (
        <ul className={classes.kinds}>
          {waiting.map(({ kind, total }) => {
            const Icon = kindIcons[kind];
            return (
              <li key={kind}>
                <Link href={pathTo('queue', { kind })} className={classes.kind}>
                  <Icon size={18} aria-hidden />
                  <strong className={classes.kindCount}>{showNumber(total)}</strong>
                  <span>{words(`kinds.${kind}`)}</span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
