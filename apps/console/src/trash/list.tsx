import { SegmentedControl } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { ListPage } from '../records/list-page.tsx';
import { useListState } from '../records/list-state.ts';
import { showAgo, showTime } from '../time.ts';
import { kinds } from './kinds.ts';
import { RestoreButton } from './restore-button.tsx';
import classes from './trash.module.css';
import { type Deleted, useDeleted } from './use-deleted.ts';

/** What was deleted and can come back: people, households and organisations. */
export default function Trash() {
  const t = useWords('trash');
  const state = useListState('deletedAt,desc');
  const { search, change } = state;
  const kind = kinds.find((each) => each === search.kind) ?? 'CONTACT';
  const deleted = useDeleted(kind, state);
  return (
    <ListPage
      name="trash"
      state={state}
      of={deleted}
      title={t('title')}
      lead={(total) => t(`lead.${kind}`, total)}
      find={t('find')}
      tabs={
        <SegmentedControl
          aria-label={t('kind')}
          value={kind}
          onChange={(next) =>
            change({ kind: next === 'CONTACT' ? undefined : next, page: undefined })
          }
          data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      }
      empty={{ icon: <IconTrash size={30} />, title: t('none'), text: t('noneText') }}
      nothing={{ title: t('nothing'), text: t('nothingText') }}
      columns={[
        { key: 'name', label: t('name'), cell: ({ name }) => <strong>{name}</strong> },
        {
          key: 'about',
          label: t('about'),
          cell: ({ about }) => <span className={classes.muted}>{about}</span>,
        },
        {
          key: 'deletedAt',
          label: t('deletedAt'),
          sort: 'deletedAt',
          cell: ({ deletedAt }) => <span title={showTime(deletedAt)}>{showAgo(deletedAt)}</span>,
        },
        { key: 'act', label: t('act'), cell: (row) => <RestoreButton row={row} /> },
      ]}
      keyOf={({ uuid }: Deleted) => uuid}
      nameOf={({ name }) => name}
      card={(row) => (
        <span className={classes.card}>
          <span>
            <strong>{row.name}</strong>
            <span className={classes.muted}>{showAgo(row.deletedAt)}</span>
          </span>
          <RestoreButton row={row} />
        </span>
      )}
    />
  );
}
