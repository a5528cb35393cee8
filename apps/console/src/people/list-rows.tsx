import { useWords } from '../i18n/words.ts';
import { showPhone } from '../phone.ts';
import type { ColumnOf } from '../records/catalogue.ts';
import { PersonChip } from '../records/person-chip.tsx';
import { nameOf } from '../records/person-name.ts';
import { useSegments, useSources, useStages } from '../records/use-lists.ts';
import { showAgo, showDate } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Chip } from '../ui/chip.tsx';
import type { PersonRow } from './list-row.ts';
import classes from './people.module.css';
import { ReadinessMark } from './readiness-mark.tsx';
import { StageMenu } from './stage-menu.tsx';

/** Returns the columns of the list of people. */
export function usePeopleColumns(): ColumnOf<'contact', PersonRow>[] {
  const t = useWords('people');
  const enums = useWords('enums');
  const sources = useSources();
  const segments = useSegments();
  return [
    {
      key: 'name',
      label: t('columns.name'),
      sort: 'paternalLastName',
      fields: ['firstName', 'paternalLastName', 'maternalLastName'],
      cell: (row) => (
        <span className={classes.name}>
          <Avatar name={nameOf(row)} />
          <PersonChip of={row} className={classes.nameText}>
            {nameOf(row)}
          </PersonChip>
        </span>
      ),
    },
    {
      key: 'stage',
      label: t('columns.stage'),
      sort: 'stageName',
      fields: ['stageName'],
      cell: (row) => (
        <StageMenu contactUuid={row.contactUuid} stageName={row.stageName} name={nameOf(row)} />
      ),
    },
    {
      key: 'type',
      label: t('columns.type'),
      sort: 'contactType',
      fields: ['contactType'],
      cell: (row) => (
        <Chip isQuiet tone={row.contactType === 'ACTIVE' ? 'good' : 'plain'}>
          {enums(`contactType.${row.contactType}`)}
        </Chip>
      ),
    },
    {
      key: 'readiness',
      label: t('columns.readiness'),
      sort: 'readinessMissing',
      fields: ['readinessStatus'],
      cell: (row) => <ReadinessMark readiness={row.readiness} />,
    },
    {
      key: 'manager',
      label: t('columns.manager'),
      fields: ['managerName'],
      cell: (row) => <span className={classes.muted}>{row.managerName ?? ''}</span>,
    },
    {
      key: 'source',
      label: t('filters.source'),
      sort: 'contactSource',
      fields: ['contactSource'],
      isOptional: true,
      cell: ({ contactSource }) => (contactSource ? sources.labelOf(contactSource) : ''),
    },
    {
      key: 'segment',
      label: t('filters.segment'),
      sort: 'segmentName',
      fields: ['segmentName'],
      isOptional: true,
      cell: ({ segmentName }) => (segmentName ? segments.labelOf(segmentName) : ''),
    },
    {
      key: 'documents',
      label: t('columns.documents'),
      sort: 'documentExpiresOn',
      fields: ['documentExpiresOn'],
      isOptional: true,
      isNumber: true,
      cell: (row) => showDate(row.documentExpiresOn),
    },
    {
      key: 'phone',
      label: t('columns.phone'),
      fields: ['preferredPhoneNumber'],
      isOptional: true,
      cell: ({ preferredPhoneNumber: phone }) => (
        <span className="tabular">{phone ? showPhone(phone) : ''}</span>
      ),
    },
    {
      key: 'email',
      label: t('columns.email'),
      sort: 'primaryEmail',
      fields: ['primaryEmail'],
      isOptional: true,
      cell: (row) => <span className={classes.email}>{row.primaryEmail ?? ''}</span>,
    },
    {
      key: 'created',
      label: t('columns.created'),
      sort: 'createdAt',
      fields: ['createdAt'],
      isOptional: true,
      isNumber: true,
      cell: (row) => <span className={classes.muted}>{showDate(row.createdAt)}</span>,
    },
    {
      key: 'updated',
      label: t('columns.updated'),
      sort: 'updatedAt',
      fields: ['updatedAt'],
      isNumber: true,
      cell: (row) => <span className={classes.muted}>{showAgo(row.updatedAt)}</span>,
    },
  ];
}

/** A person on the phone, in two lines. */
export function PersonCard({ row }: { row: PersonRow }) {
  const { labelOf } = useStages();
  return (
    <span className={classes.personCard}>
      <Avatar name={nameOf(row)} size={36} />
      <span className={classes.cardText}>
        <strong className={classes.nameText}>{nameOf(row)}</strong>
        <span className={classes.cardLine}>
          {row.stageName && <span>{labelOf(row.stageName)}</span>}
          <ReadinessMark readiness={row.readiness} />
        </span>
      </span>
    </span>
  );
}
