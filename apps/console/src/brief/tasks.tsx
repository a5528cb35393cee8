import { useWords } from '../i18n/words.ts';
import { showDate } from '../time.ts';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import classes from './brief.module.css';
import type { BriefAnswer } from './brief-answer.ts';

type Props = Pick<BriefAnswer, 'tasks'>;

/** Open tasks about the meeting, its people and their households: what was promised. */
export function Tasks({ tasks }: Props) {
  const t = useWords('brief');
  return (
    <Section title={t('tasks.title')}>
      {tasks.length === 0 && <p className={classes.muted}>{t('tasks.none')}</p>}
      <ul className={classes.list}>
        {tasks.map((task) => (
          <li key={task.taskUuid} className={classes.row}>
            <span>
              <i className={classes.box} aria-hidden /> {task.title}
              {task.assigneeName && <span className={classes.muted}> {task.assigneeName}</span>}
            </span>
            {task.dueDate &&
              (task.isOverdue ? (
                <Chip tone="bad">{t('tasks.overdue', { date: showDate(task.dueDate) })}</Chip>
              ) : (
                <span className={classes.muted}>{showDate(task.dueDate)}</span>
              ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}
