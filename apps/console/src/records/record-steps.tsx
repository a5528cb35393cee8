import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { showNumber } from '../time.ts';
import classes from './list.module.css';
import { type ListKind, useNeighbours } from './neighbours.ts';

type Props = {
  kind: ListKind;
  uuid: string;
  go: (uuid: string) => void;
};

/** Shows the place of a record in the list it was opened from, and the ways to the next and the one before. */
export function RecordSteps({ kind, uuid, go }: Props) {
  const t = useWords('tables');
  const list = useNeighbours(kind, uuid, go);
  const before = () => void list?.step(-1);
  const next = () => void list?.step(1);
  useKeys(
    list
      ? [
          { keys: 'j', label: t('steps.next'), group: 'list', run: next },
          { keys: 'k', label: t('steps.before'), group: 'list', run: before },
        ]
      : [],
  );
  if (!list) return null;
  const { position, total } = list;
  return (
    <nav className={classes.steps} aria-label={t('steps.title')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        title={`${t('steps.before')} (K)`}
        aria-label={t('steps.before')}
        disabled={position === 1}
        onClick={before}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <span className="tabular">
        {t('steps.position', { position: showNumber(position), total: showNumber(total) })}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        title={`${t('steps.next')} (J)`}
        aria-label={t('steps.next')}
        disabled={position === total}
        onClick={next}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </nav>
  );
}
