import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { type PlainPath, pathTo } from '../paths.ts';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import classes from './today.module.css';
import { useToday } from './use-today.ts';

/** A firm that knows so many people is no longer new. */
const manyPeople = 20;

/** Shows what a new firm does first. It goes away when all is done, or when the firm is at work. */
export function FirstSteps() {
  const t = useWords('today');
  const { data } = useToday();
  const calendar = useRead('getCalendarConnection', {}, { staleTime: 60_000 });
  const firm = data?.firm;
  if (!firm) return null;
  const steps: {
    name: 'branding' | 'team' | 'person' | 'calendar';
    to: PlainPath;
    isDone: boolean;
  }[] = [
    { name: 'branding', to: 'branding', isDone: firm.branding.version > 0 },
    { name: 'team', to: 'team', isDone: firm.staffCount > 1 },
    { name: 'person', to: 'newPerson', isDone: firm.contactCount > 0 },
    { name: 'calendar', to: 'calendarSettings', isDone: calendar.data?.status === 'CONNECTED' },
  ];
  if (firm.contactCount >= manyPeople || steps.every(({ isDone }) => isDone)) return null;
  return (
    <Section title={t('steps.title')}>
      <ol className={classes.steps}>
        {steps.map(({ name, to, isDone }) => (
          <li key={name} className={classes.step} data-done={isDone || undefined}>
            {isDone ? (
              <IconCircleCheck size={20} aria-label={t('steps.done')} />
            ) : (
              <IconCircleDashed size={20} aria-label={t('steps.open')} />
            )}
            <span>
              {isDone ? (
                <span className={classes.title}>{t(`steps.${name}.title`)}</span>
              ) : (
                <Link href={pathTo(to)} className={classes.title}>
                  {t(`steps.${name}.title`)}
                </Link>
              )}
              <span className={classes.meta}>{t(`steps.${name}.text`)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
