import { useQueries } from '@tanstack/react-query';
import { call } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showWhen, spanOf } from '../meeting-time.ts';
import type { MeetingDetail } from '../meetings/answer.tsx';
import { showDate } from '../time.ts';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import { Lines } from '../ui/states.tsx';
import classes from './brief.module.css';
import type { RecordOf } from './changes.tsx';

type Props = {
  meeting: MeetingDetail;
  records: readonly RecordOf[];
  contactUuids: readonly string[];
};

/** Open tasks about the meeting, its people and their households, and the meetings that come after. */
export function Tasks({ meeting, records, contactUuids }: Props) {
  const t = useWords('brief');
  const words = useWords('meetings');
  const about = [
    ...records,
    ...contactUuids
      .filter((uuid) => records.every(({ entityUuid }) => entityUuid !== uuid))
      .map((entityUuid) => ({ entityType: 'CONTACT', entityUuid }) as const),
    { entityType: 'MEETING', entityUuid: meeting.meetingUuid } as const,
  ];
  const answers = useQueries({
    queries: about.map((each) => ({
      queryKey: ['listTasks', { query: { ...each, status: 'OPEN', size: 10 } }],
      queryFn: () => call('listTasks', { query: { ...each, status: 'OPEN', size: 10 } }),
      retry: false,
    })),
  });
  const [, end] = spanOf(meeting);
  const next = useRead(
    'filterMeetings',
    {
      body: {
        filters: [
          { field: 'participantUuid', operator: 'IN', values: [...contactUuids] },
          {
            field: 'startDateTime',
            operator: 'GREATER_THAN',
            value: end.toPlainDateTime().toString(),
          },
          { field: 'status', operator: 'EQUALS', value: 'ACTIVE' },
        ],
        sort: ['startDateTime,asc'],
        size: 3,
      },
    },
    { enabled: contactUuids.length > 0 },
  );
  const tasks = answers
    .flatMap(({ data }) => data?.content ?? [])
    .sort((a, b) => ((a.dueDate ?? '9999') < (b.dueDate ?? '9999') ? -1 : 1));
  const isLoading = answers.some(({ isPending }) => isPending);
  const later = next.data?.content ?? [];
  return (
    <Section title={t('tasks.title')}>
      {answers.some(({ isError }) => isError) && (
        <p className={classes.lost}>{t('lost', { part: t('parts.tasks') })}</p>
      )}
      {isLoading && (
        <div aria-busy="true">
          <Lines count={2} />
        </div>
      )}
      {!isLoading && tasks.length === 0 && later.length === 0 && (
        <p className={classes.muted}>{t('tasks.none')}</p>
      )}
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
        {later.map((each) => {
          const { days, hours } = showWhen(each, true);
          return (
            <li key={each.meetingUuid} className={classes.row}>
              <span>
                {t('tasks.meeting')} <strong>{each.title ?? words('untitled')}</strong>
              </span>
              <span className={classes.muted}>{[days, hours].filter(Boolean).join(', ')}</span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
