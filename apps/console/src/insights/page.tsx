import { useWords } from '../i18n/words.ts';
import { useSearch } from '../ui/address.ts';
import { Page } from '../ui/page.tsx';
import { useIsPhone } from '../ui/phone-width.ts';
import { Board } from './board.tsx';
import { boards } from './boards.ts';
import { Explore } from './explore.tsx';
import classes from './insights.module.css';
import { SavedQuestions } from './saved-questions.tsx';

/** The firm in numbers: five boards, and any question of one's own. */
export default function Insights() {
  const t = useWords('insights');
  const isPhone = useIsPhone();
  const [search, change] = useSearch<'insights'>();
  const board = boards.find((name) => name === search.board);
  const isOwn = !isPhone && !board && (search.board === 'own' || search.event !== undefined);
  const shown = board ?? boards[0];
  const tab = (name: string, isOn: boolean) => (
    <button
      key={name}
      type="button"
      className={classes.tab}
      aria-pressed={isOn}
      onClick={() =>
        change({
          board: name,
          month: undefined,
          adviser: undefined,
          source: undefined,
          step: undefined,
        })
      }
    >
      {t(`boards.${name}`)}
    </button>
  );
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className={classes.tabs}>
        {boards.map((name) => tab(name, !isOwn && name === shown))}
        {!isPhone && tab('own', isOwn)}
      </div>
      {isOwn ? (
        <>
          <SavedQuestions />
          <Explore />
        </>
      ) : (
        <Board key={shown} board={shown} />
      )}
      {isPhone && <p className={classes.quiet}>{t('onLaptop')}</p>}
    </Page>
  );
}
