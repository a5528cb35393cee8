import { SegmentedControl, Switch } from '@mantine/core';
import { IconConfetti } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { sinceWriteMs } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { showNumber } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, ErrorCard, isApiError, Lines } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { Ageing } from './ageing.tsx';
import { kindOf, kinds, totalOf } from './kinds.ts';
import { MendSheet } from './mend-sheet.tsx';
import classes from './queue.module.css';
import { QueueRow } from './queue-row.tsx';
import { TeamLoad } from './team-load.tsx';
import { useQueue } from './use-queue.ts';

/** Lists what is incomplete, failed or late in the firm, the gravest first; each is mended in a sheet, and the next follows. */
export default function Queue() {
  const t = useWords('queue');
  const [search, change] = useSearch<'queue'>();
  const kind = kinds.find((each) => each === search.kind);
  const isMine = search.whose === 'mine';
  const withProspects = search.prospects === 'yes';
  const queue = useQueue({ kind, isMine, withProspects });
  const counts = queue.data?.counts ?? [];
  const items = (queue.data?.content ?? []).filter((each) => !kind || kindOf[each.kind] === kind);
  const total = kinds.reduce(
    (sum, each) => (!kind || each === kind ? sum + totalOf(each, counts) : sum),
    0,
  );
  const isLoading = queue.isPending || queue.isPlaceholderData;
  const shown = items.reduce((sum, { more = [] }) => sum + 1 + more.length, 0);
  const at = items.findIndex(({ itemKey }) => itemKey === search.item);
  const open = (key: string | undefined) => change({ item: key }, { replace: true });
  const next = () => open((items[at + 1] ?? items[0])?.itemKey);
  // The item that was seen last, where it stood and since when.
  const seen = useRef<{ key: string; at: number; since: number }>(undefined);
  useEffect(() => {
    if (at < 0 || !search.item) return;
    const isSame = seen.current?.key === search.item;
    const since = isSame ? (seen.current?.since ?? 0) : performance.now();
    seen.current = { key: search.item, at, since };
  }, [at, search.item]);

  // What has been mended here leaves the list: the item that takes its place opens by itself. What went
  // in another way, or is named by an old address, is said to be gone.
  const isGone = Boolean(search.item) && at < 0 && queue.isSuccess && !isLoading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each item that went.
  useEffect(() => {
    if (!isGone) return;
    const last = seen.current?.key === search.item ? seen.current : undefined;
    const isMended = last !== undefined && sinceWriteMs() < performance.now() - last.since;
    toast({ message: isMended ? t('mended') : t('gone') });
    open(isMended ? items[Math.min(last.at, items.length - 1)]?.itemKey : undefined);
  }, [isGone, search.item]);
  useKeys([{ keys: 't', label: t('openFirst'), run: () => open(items[0]?.itemKey) }]);

  return (
    <Page
      title={t('title')}
      lead={isLoading ? ' ' : t('lead', { count: total, shown: showNumber(total) })}
      acts={
        items.length > 0 && (
          <Button onClick={() => open(items[0]?.itemKey)}>{t('openFirst')}</Button>
        )
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
        <Switch
          label={t('withProspects')}
          checked={withProspects}
          onChange={(event) =>
            change({ prospects: event.currentTarget.checked ? 'yes' : undefined })
          }
        />
        <div className={classes.kinds}>
          {kinds.map((each) => (
            <button
              key={each}
              type="button"
              className={classes.kind}
              aria-pressed={each === kind}
              onClick={() => change({ kind: each === kind ? undefined : each })}
            >
              {t(`kinds.${each}`)}{' '}
              <span>{queue.data ? showNumber(totalOf(each, counts)) : '…'}</span>
            </button>
          ))}
        </div>
      </div>
      {!queue.data && isApiError(queue.error) && (
        <ErrorCard error={queue.error} retry={() => void queue.refetch()} />
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
              <QueueRow key={item.itemKey} item={item} open={() => open(item.itemKey)} />
            ))}
            {total > shown && (
              <li className={classes.rest}>
                {t('rest', { shown: showNumber(shown), total: showNumber(total) })}
              </li>
            )}
          </ul>
          <aside className={classes.aside}>
            <Ageing ages={queue.data?.ages ?? []} />
            <TeamLoad loads={queue.data?.loads ?? []} />
          </aside>
        </div>
      )}
      <MendSheet
        item={items[at]}
        position={at + 1}
        count={items.length}
        close={() => open(undefined)}
        next={next}
      />
    </Page>
  );
}
