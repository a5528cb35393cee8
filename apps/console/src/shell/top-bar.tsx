import { ActionIcon, Kbd, Tooltip, UnstyledButton } from '@mantine/core';
import { IconKeyboard, IconSearch } from '@tabler/icons-react';
import { useFirm } from '../branding.tsx';
import { loadWords, useWords } from '../i18n/words.ts';
import { modKey } from '../keys.ts';
import { pathTo } from '../paths.ts';
import { enterTenant, useEnteredTenant } from '../tenant.ts';
import { LanguageMenu } from '../ui/language-menu.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Link } from '../ui/link.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Bell } from './bell.tsx';
import classes from './shell.module.css';
import { SyncDot } from './sync-dot.tsx';

const NextStep = lazyPart(async () => {
  await loadWords(['platform']);
  return import('../platform/next-step.tsx');
});

export function TopBar({
  openPalette,
  openKeys,
}: {
  openPalette: () => void;
  openKeys: () => void;
}) {
  const t = useWords('common');
  const { name } = useFirm();
  const entered = useEnteredTenant();
  return (
    <>
      {entered && (
        <div className={classes.entered} role="status">
          {t('entered', { name: entered.name })}
          <Link href={pathTo('tenant', { tenantUuid: entered.tenantUuid })}>
            {t(entered.isBeingPrepared ? 'toSteps' : 'toFirm')}
          </Link>
          {entered.step && <NextStep entered={entered} />}
          <button
            type="button"
            onClick={() => {
              enterTenant(undefined);
              location.assign('/');
            }}
          >
            {t('leave')}
          </button>
        </div>
      )}
      <header className={classes.top}>
        <span className={classes.topFirm}>{name}</span>
        <UnstyledButton className={classes.searchBox} onClick={openPalette}>
          <IconSearch size={16} aria-hidden />
          <span className={classes.searchText}>{t('searchBox')}</span>
          <Kbd size="xs" aria-hidden>
            {modKey} K
          </Kbd>
        </UnstyledButton>
        <div className={classes.topEnd}>
          <Tooltip label={`${t('keys.sheet')} (?)`}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              className={classes.topIcon}
              onClick={openKeys}
              aria-label={t('keys.sheet')}
            >
              <IconKeyboard size={18} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Bell />
          <SyncDot />
          <LanguageMenu />
          <AccountMenu />
        </div>
      </header>
    </>
  );
}
