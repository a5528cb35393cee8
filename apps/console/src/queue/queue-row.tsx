import { useWords } from '../i18n/words.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Chip } from '../ui/chip.tsx';
import type { Item } from './item.ts';
import { kindIcons } from './kinds.ts';
import { useItemWords } from './name-of-item.ts';
import classes from './queue.module.css';

type Props = { item: Item; taker: string | undefined; open: () => void };

/** An item of the queue: who, what, since when; the whole row opens the sheet. */
export function QueueRow({ item, taker, open }: Props) {
  const t = useWords('queue');
  const { name, text, age } = useItemWords(item);
  const Icon = kindIcons[item.kind];
  return (
    <li>
      <button type="button" className={classes.row} onClick={open}>
        <Avatar name={name} size={32} />
        <span className={classes.what}>
          <span className={classes.name}>{name}</span>
          <span className={classes.text}>{text}</span>
          {taker && (
            <span>
              <Chip tone="info">{t('takenBy', { name: taker })}</Chip>
            </span>
          )}
        </span>
        <span className={classes.kindMark}>
          <Icon size={14} aria-hidden />
          {t(`kinds.${item.kind}`)}
        </span>
        <span className={classes.age}>{age}</span>
      </button>
    </li>
  );
}
