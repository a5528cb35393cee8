import { SegmentedControl } from '@mantine/core';
import { IconConfetti } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { showNumber } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, ErrorCard, isApiError, Lines } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { Ageing } from './ageing.tsx';
import { kinds } from './kinds.ts';
import { MendSheet } from './mend-sheet.tsx';
import classes from './queue.module.css';
import { QueueRow } from './queue-row.tsx';
import { TeamLoad } from './team-load.tsx';
import { oldestFirst, takerOf, useQueue } from './use-queue.ts';

const sizes = { all: 30, one: 100 };

/** Lists what is incomplete, failed or late in the firm, the oldest first; each is mended in a sheet, and the next follows. */
export default function Queue() {
  const t = useWords('queue');
  const [search, change] = useSearch();
  const kind = kinds.find((each) => each === search.kind);
  const isMine = search.whose === 'mine';
  const sources = useQueue({ isMine, size: kind ? sizes.one : sizes.all, isOpen: true });
  const chosen = kind ? sources.filter((each) => each.kind === kind) : sources;
  const items = oldestFirst(chosen);
  const total = chosen.reduce((sum, each) => sum + each.total, 0);
  const isLoading = chosen.some((each) => each.isLoading);
  const at = items.findIndex(({ key }) => key === search.item);
  const open = (key: string | undefined) => change({ item: key }, { replace: true });
  const next = () => open((items[at + 1] ?? items[0])?.key);
  const place = useRef(0);
  if (at >= 0) place.current = at;

  // What has been mended leaves the list: the item that takes its place opens by itself.
  const isGone = Boolean(search.item) && at < 0 && !isLoading;
  const following = items[Math.min(place.current, items.length - 1)]?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each item that went.
  useEffect(() => {
    if (!isGone) return;
    toast({ message: t('mended') });
    open(following);
  }, [isGone, search.item]);
  useKeys([{ keys: 't', label: t('openOldest'), run: () => open(items[0]?.key) }]);

  return (
    <Page
      title={t('title')}
      lead={isLoading ? ' ' : t('lead', { count: total, shown: showNumber(total) })}
      acts={
        items.length > 0 && <Button onClick={() => open(items[0]?.key)}>{t('openOldest')}</Button>
      }
    >
      <div className={classes.tools}>
        <SegmentedControl
          aria-label={t('whose.label')}
          value={isMine ? 'mine' : 'team'}
          onChange={(value) => change({ whose: value === 'mine' ? 'mine' : undefined })}
          data={[
            { value: 'team', label: t('whose.team') },
            { value: 'mine', label: t('whose.mine') },
          ]}
        />
        <div className={classes.kinds}>
          {sources.map((each) => (
            <button
              key={each.kind}
              type="button"
              className={classes.kind}
              aria-pressed={each.kind === kind}
              onClick={() => change({ kind: each.kind === kind ? undefined : each.kind })}
            >
              {t(`kinds.${each.kind}`)} <span>{each.isLoading ? '…' : showNumber(each.total)}</span>
            </button>
          ))}
        </div>
      </div>
      {chosen.map(
        (each) =>
          isApiError(each.error) && (
            <ErrorCard key={each.kind} error={each.error} retry={each.retry} />
          ),
      )}
      {isLoading && items.length === 0 ? (
        <div aria-busy="true">
          <Lines count={10} height={36} />
        </div>
      ) : items.length === 0 ? (
        <Empty icon={<IconConfetti size={30} />} title={t('empty')} />
      ) : (
        <div className={classes.columns}>
          <ul className={classes.list} aria-label={t('title')}>
            {items.map((item) => (
              <QueueRow
                key={item.key}
                item={item}
                taker={takerOf(item, sources)}
                open={() => open(item.key)}
              />
            ))}
            {total > items.length && (
              <li className={classes.rest}>
                {t('rest', { shown: showNumber(items.length), total: showNumber(total) })}
              </li>
            )}
          </ul>
          <aside className={classes.aside}>
            <Ageing items={items} />
            <TeamLoad />
          </aside>
        </div>
      )}
      <MendSheet
        item={items[at]}
        position={at + 1}
        count={items.length}
        taker={items[at] && takerOf(items[at], sources)}
        close={() => open(undefined)}
        next={next}
      />
    </Page>
  );
}
