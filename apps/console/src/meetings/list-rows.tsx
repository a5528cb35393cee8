import { IconMapPin, IconUsers, IconVideo } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { showWhen } from '../meeting-time.ts';
import type { ColumnOf } from '../records/catalogue.ts';
import { MeetingName } from '../records/meeting-name.tsx';
import { Chip } from '../ui/chip.tsx';
import type { MeetingRow } from './list-row.ts';
import classes from './meetings.module.css';
import { PersonalMark } from './personal.tsx';
import { SyncMark } from './sync.tsx';

/** Returns the columns of the list of meetings. */
export function useMeetingColumns(): ColumnOf<'meeting', MeetingRow>[] {
  const t = useWords('meetings');
  return [
    {
      key: 'title',
      label: t('columns.title'),
      sort: 'title',
      fields: ['title'],
      cell: (row) => <Title row={row} />,
    },
    {
      key: 'when',
      label: t('columns.when'),
      sort: 'startDateTime',
      fields: ['startDateTime', 'endDateTime'],
      cell: (row) => <When row={row} />,
    },
    {
      key: 'place',
      label: t('columns.place'),
      fields: ['locationType'],
      cell: (row) => (
        <span className={classes.place}>
          {row.locationType === 'ONLINE' ? (
            <IconVideo size={16} aria-hidden />
          ) : (
            <IconMapPin size={16} aria-hidden />
          )}
          {t(`place.${row.locationType}`)}
        </span>
      ),
    },
    {
      key: 'people',
      label: t('columns.people'),
      sort: 'attendeeCount',
      fields: ['attendeeCount'],
      isNumber: true,
      cell: (row) => row.attendeeCount,
    },
    {
      key: 'host',
      label: t('columns.host'),
      sort: 'hostName',
      fields: ['hostName'],
      cell: (row) => <span className={classes.muted}>{row.hostName}</span>,
    },
    {
      key: 'sync',
      label: t('columns.sync'),
      fields: ['externalSyncStatus'],
      cell: (row) => <SyncMark status={row.externalSyncStatus} />,
    },
  ];
}

function Title({ row }: { row: MeetingRow }) {
  const t = useWords('meetings');
  return (
    <span className={classes.title}>
      <span className={classes.titleText} data-canceled={row.status === 'CANCELED' || undefined}>
        <MeetingName meeting={row} />
      </span>
      {row.isPersonal && <PersonalMark />}
      {row.status === 'CANCELED' && <Chip tone="bad">{t('status.CANCELED')}</Chip>}
    </span>
  );
}

function When({ row }: { row: MeetingRow }) {
  const t = useWords('meetings');
  const { days, hours, elsewhere } = showWhen(row, true);
  return (
    <span className="tabular">
      {days}
      <span className={classes.hours}>{hours || t('allDay')}</span>
      {elsewhere && <span className={classes.muted}> ({elsewhere})</span>}
    </span>
  );
}

/** A meeting on the phone, in two lines. */
export function MeetingCard({ row }: { row: MeetingRow }) {
  return (
    <span className={classes.card}>
      <strong>
        <Title row={row} />
      </strong>
      <span className={classes.cardLine}>
        <When row={row} />
        <span className={classes.place}>
          <IconUsers size={14} aria-hidden />
          {row.attendeeCount}
        </span>
        {row.externalSyncStatus === 'FAILED' && <SyncMark status="FAILED" />}
      </span>
    </span>
  );
}
