import { useWords } from '../i18n/words.ts';
import type { BoardName } from './boards.ts';
import { FirstSignIn } from './first-sign-in.tsx';
import { Held } from './held.tsx';
import classes from './insights.module.css';
import { Load } from './load.tsx';
import { Quality } from './quality.tsx';
import { Won } from './won.tsx';

const parts = { won: Won, firstSignIn: FirstSignIn, held: Held, load: Load, quality: Quality };

/** One board: what it counts, in a sentence, and its pictures. */
export function Board({ board }: { board: BoardName }) {
  const t = useWords('insights');
  const Part = parts[board];
  return (
    <>
      <p className={classes.definition}>{t(`definitions.${board}`)}</p>
      <Part />
    </>
  );
}
