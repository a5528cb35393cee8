import { ActionIcon, Switch, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useWords } from '../i18n/words.ts';
import classes from './firm.module.css';

/** An entry as the form has it: `key` is its own for as long as the form is open. */
export type Entry = { key: string; value: string; label: string; isActive: boolean };

type Props = {
  entry: Entry;
  word: string;
  index: number;
  total: number;
  /** How many people have it, once that is known. */
  count: number | undefined;
  /** True once it is offered no more, and was until now. */
  isRetired: boolean;
  error: ReactNode;
  /** The place of the entry that is being dragged. */
  dragged: number | undefined;
  drag: (index: number | undefined) => void;
  move: (from: number, to: number) => void;
  press: (event: KeyboardEvent, index: number) => void;
  set: (key: string, part: Partial<Entry>) => void;
};

/** An entry of a list: its word, its place by a handle or arrows, and whether it is offered. */
export function ListEntry(props: Props) {
  const { entry, word, index, total, count, isRetired, error, dragged, drag, move, press, set } =
    props;
  const t = useWords('firm');
  return (
    <li
      data-key={entry.key}
      data-over={dragged !== undefined && dragged !== index ? true : undefined}
      onDragOver={(event) => dragged !== undefined && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (dragged !== undefined) move(dragged, index);
        drag(undefined);
      }}
    >
      <span
        className={classes.handle}
        draggable
        aria-hidden
        title={t('lists.drag')}
        onDragStart={({ dataTransfer, currentTarget }) => {
          dataTransfer.effectAllowed = 'move';
          dataTransfer.setData('text/plain', word);
          dataTransfer.setDragImage(currentTarget.parentElement ?? currentTarget, 12, 12);
          drag(index);
        }}
        onDragEnd={() => drag(undefined)}
      >
        <IconGripVertical size={16} />
      </span>
      <TextInput
        aria-label={t('lists.nameOf', { name: word })}
        value={entry.label}
        error={error}
        data-path={`entries.${index}.label`}
        onChange={({ currentTarget }) => set(entry.key, { label: currentTarget.value })}
        onKeyDown={(event) => press(event, index)}
      />
      <span className={classes.arrows}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('lists.up', { name: word })}
          disabled={index === 0}
          onClick={() => move(index, index - 1)}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('lists.down', { name: word })}
          disabled={index === total - 1}
          onClick={() => move(index, index + 1)}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
      </span>
      <Switch
        label={t('lists.inUse')}
        description={entry.value && count !== undefined ? t('lists.people', { count }) : undefined}
        aria-label={t('lists.inUseOf', { name: word })}
        checked={entry.isActive}
        onChange={({ currentTarget }) => set(entry.key, { isActive: currentTarget.checked })}
      />
      {isRetired && count !== undefined && (
        <p role="status" className={classes.muted}>
          {t('lists.retires', { count })}
        </p>
      )}
    </li>
  );
}
