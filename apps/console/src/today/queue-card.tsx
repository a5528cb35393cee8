import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { kindIcons, kinds, totalOf } from '../queue/kinds.ts';
import { showNumber } from '../time.ts';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './today.module.css';
import { useToday } from './use-today.ts';

/** Shows what waits in the queue, by kind, each leading there. */
export function QueueCard() {
  const t = useWords('today');
  const words = useWords('queue');
  const day = useToday();
  return (
    <Section
      title={t('queue.title')}
      acts={
        <Link href={pathTo('queue')} className={classes.more}>
          {t('queue.all')}
        </Link>
      }
    >
      <Read of={day} skeleton={<Lines count={2} height={36} />}>
        {({ queue }) => {
          const waiting = kinds.flatMap((kind) => {
            const total = totalOf(kind, queue);
            return total > 0 ? [{ kind, total }] : [];
          });
          if (waiting.length === 0) return <p className={classes.quiet}>{t('queue.none')}</p>;
          return (
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
          );
        }}
      </Read>
    </Section>
  );
}
