import { useWords } from '../i18n/words.ts';
import { useSearch } from '../ui/address.ts';
import { Page } from '../ui/page.tsx';
import { useIsPhone } from '../ui/phone-width.ts';
import { Board } from './board.tsx';
import { boards } from './boards.ts';
import { Explore } from './explore.tsx';
import classes from './insights.module.css';
import { SavedQuestions } from './saved-questions.tsx';

/** The firm in numbers: five ready dashboards, and any question of one's own. */
export default function Insights() {
  const t = useWords('insights');
  const isPhone = useIsPhone();
  const [search, change] = useSearch();
  const board = boards.find(({ name }) => name === search.board);
  const isOwn = !isPhone && !board;
  const shown = board ?? boards[0];
  const tab = (name: string, isOn: boolean) => (
    <button
      key={name}
      type="button"
      className={classes.tab}
      aria-pressed={isOn}
      onClick={() => change({ board: name === 'own' ? undefined : name })}
    >
      {t(`boards.${name}`)}
    </button>
  );
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className={classes.tabs}>
        {!isPhone && tab('own', isOwn)}
        {boards.map(({ name }) => tab(name, !isOwn && name === shown?.name))}
      </div>
      {isOwn ? (
        <>
          <SavedQuestions />
          <Explore />
        </>
      ) : (
        shown && <Board key={shown.name} board={shown} />
      )}
      {isPhone && <p className={classes.quiet}>{t('onLaptop')}</p>}
    </Page>
  );
}
