import { useWords } from '../i18n/words.ts';
import { PersonChip } from '../records/person-chip.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Chip } from '../ui/chip.tsx';
import type { Item } from './item.ts';
import { kindIcons, kindOf } from './kinds.ts';
import { useItemWords, whomOf } from './name-of-item.ts';
import classes from './queue.module.css';

type Props = { item: Item; open: () => void };

/** An item of the queue: who, what, since when; the whole row opens the sheet. */
export function QueueRow({ item, open }: Props) {
  const t = useWords('queue');
  const { name, text, age } = useItemWords(item);
  const kind = kindOf[item.kind];
  const Icon = kindIcons[kind];
  const { more = [] } = item;
  const taker = item.kind === 'TASK_OVERDUE' ? null : item.assigneeName;
  return (
    <li>
      <button type="button" className={classes.row} onClick={open}>
        <Avatar name={name} size={32} />
        <span className={classes.what}>
          <PersonChip of={whomOf(item)} className={classes.name}>
            {name}
          </PersonChip>
          <span className={classes.text}>
            {item.kind === 'DOCUMENT_EXPIRED' ? <Chip tone="bad">{text}</Chip> : text}
            {more.length > 0 && ` ${t('also', { count: more.length })}`}
          </span>
          {taker && (
            <span>
              <Chip tone="info">{t('takenBy', { name: taker })}</Chip>
            </span>
          )}
        </span>
        <span className={classes.kindMark}>
          <Icon size={14} aria-hidden />
          {t(`kinds.${kind}`)}
        </span>
        <span className={classes.age}>{age}</span>
      </button>
    </li>
  );
}
