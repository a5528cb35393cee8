import { useWords } from '../i18n/words.ts';
import { today } from '../time.ts';
import { Section } from '../ui/page.tsx';
import type { Person } from './edit-section.tsx';
import classes from './people.module.css';

type Job = {
  startDate?: string | null;
  endDate?: string | null;
  employerName?: string | null;
  jobPosition?: string | null;
};

/** The years that a person has worked, as bars along one line of time. */
export function EmploymentBar({ person }: { person: Person }) {
  const t = useWords('people');
  const now = today().toString();
  const jobs: Job[] = [
    ...((person.employmentHistory ?? []) as Job[]),
    ...(person.currentEmployment ? [person.currentEmployment as Job] : []),
  ];
  const dated = jobs.filter(({ startDate }) => startDate);
  if (dated.length === 0) return null;
  const yearOf = (date: string) => Number(date.slice(0, 4)) + (Number(date.slice(5, 7)) - 1) / 12;
  const from = Math.floor(Math.min(...dated.map(({ startDate }) => yearOf(startDate ?? now))));
  const until = Math.ceil(yearOf(now));
  const x = (date: string) => ((yearOf(date) - from) / Math.max(1, until - from)) * 100;
  const name = ({ jobPosition, employerName }: Job) =>
    [jobPosition, employerName].filter(Boolean).join(', ');
  return (
    <Section title={t('sections.years')}>
      <figure className={classes.years} aria-label={t('sections.years')}>
        {dated.map((job, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: jobs have no identifier of their own.
          <div key={at}>
            <span>{name(job) || '–'}</span>
            <svg
              viewBox="0 0 100 8"
              width="100%"
              height={8}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect width={100} height={8} rx={1} className={classes.track} />
              <rect
                x={x(job.startDate ?? now)}
                width={Math.max(1, x(job.endDate ?? now) - x(job.startDate ?? now))}
                height={8}
                rx={1}
                className={classes.fill}
              />
            </svg>
          </div>
        ))}
        <figcaption>
          <span>{from}</span>
          <span>{until}</span>
        </figcaption>
      </figure>
    </Section>
  );
}
