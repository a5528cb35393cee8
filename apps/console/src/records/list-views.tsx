import { Menu } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkPlus,
  IconCheck,
  IconChevronDown,
  IconList,
  IconLock,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { isAdministrator } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import { ErrorCard } from '../ui/states.tsx';
import classes from './list.module.css';
import type { ListState } from './list-state.ts';
import { addressOf, pages, type ViewsOf } from './saved-views.ts';

const ViewActs = lazyPart(() => import('./list-view-acts.tsx'));
const SaveView = lazyPart(() => import('./list-view-save.tsx'));

/** The saved views of a list, own and the team's: each is an address, and this address can become one. */
export function ListViews({ of, state }: { of: ViewsOf; state: ListState }) {
  const t = useWords('tables');
  const go = useGo();
  const user = usePerson();
  const plain = pathTo(pages[of.list]);
  const [isSaving, setSaving] = useState(false);
  const views = useRead('listViews', { query: { list: of.list } }, { staleTime: 60_000 });
  const columns = state.search.columns?.split(',') ?? [];
  const now = addressOf(
    of,
    { filters: of.conditions, sort: [state.sort], columns },
    state.usualSort,
  );
  const all = (views.data ?? []).map((view) => ({
    view,
    address: addressOf(of, view, state.usualSort),
  }));
  // A list without filters is no view, though one may keep just that.
  const active = now === plain ? undefined : all.find(({ address }) => address === now)?.view;
  const groups = [
    { name: 'own', views: all.filter(({ view }) => !view.isShared) },
    { name: 'team', views: all.filter(({ view }) => view.isShared) },
  ].filter((group) => group.views.length > 0);
  const mayChange = active && (active.ownerUuid === user?.userUuid || isAdministrator(user));
  return (
    <>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            className={classes.tool}
            data-on={active ? true : undefined}
            leftSection={<IconBookmark size={15} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {active ? t('views.one', { name: active.name }) : t('views.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.views}>
          <MenuItem
            isLocal
            leftSection={<IconList size={16} aria-hidden />}
            rightSection={now === plain ? <IconCheck size={14} aria-hidden /> : undefined}
            onClick={() => void go(plain)}
          >
            {t('views.all')}
          </MenuItem>
          {views.isSuccess && groups.length === 0 && <Menu.Label>{t('views.none')}</Menu.Label>}
          {groups.map((group) => (
            <div key={group.name}>
              <Menu.Label>{t(`views.${group.name}`)}</Menu.Label>
              {group.views.map(({ view, address }) => (
                <MenuItem
                  isLocal
                  key={view.viewUuid}
                  leftSection={
                    view.isShared ? (
                      <IconUsers size={16} aria-hidden />
                    ) : (
                      <IconLock size={16} aria-hidden />
                    )
                  }
                  rightSection={view === active ? <IconCheck size={14} aria-hidden /> : undefined}
                  onClick={() => void go(address)}
                >
                  {view.name}
                </MenuItem>
              ))}
            </div>
          ))}
          {mayChange && (
            <ViewActs
              view={{ ...active, filters: [...of.conditions] }}
              leave={() => void go(plain)}
            />
          )}
        </Menu.Dropdown>
      </Menu>
      {views.isError && <ErrorCard error={views.error} retry={() => void views.refetch()} />}
      {now !== plain && !active && (
        <Button
          variant="subtle"
          size="xs"
          className={classes.tool}
          leftSection={<IconBookmarkPlus size={15} aria-hidden />}
          onClick={() => setSaving(true)}
        >
          {t('views.save')}
        </Button>
      )}
      {isSaving && (
        <SaveView of={of} state={state} views={views.data ?? []} close={() => setSaving(false)} />
      )}
    </>
  );
}
