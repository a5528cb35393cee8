import { useWords } from '../i18n/words.ts';
import { showList } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import classes from './households.module.css';

type Props = { names: readonly string[]; count: number };
const most = 4;

/** The members of a household, the primary first, one over another; their names are read aloud. */
export function Avatars({ names, count }: Props) {
  const t = useWords('households');
  if (count === 0) return <span className={classes.muted}>{t('nobody')}</span>;
  const shown = names.slice(0, most);
  const others = count - shown.length;
  const label = showList(others > 0 ? [...shown, t('others', { count: others })] : shown);
  return (
    <span className={classes.avatars} role="img" aria-label={label} title={label}>
      {shown.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two members may have one name.
        <Avatar key={index} name={name} size={26} />
      ))}
      {others > 0 && <span className={classes.others}>+{others}</span>}
    </span>
  );
}
