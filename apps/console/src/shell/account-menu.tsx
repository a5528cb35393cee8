import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
} from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { signOut } from '../session.ts';
import { useGo } from '../ui/address.ts';
import { Avatar } from '../ui/avatar.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import { isOpenTo } from './places.ts';
import classes from './shell.module.css';

const schemes = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const;

/** Shows who is signed in, the appearance, and the way out. */
export function AccountMenu() {
  const t = useWords('common');
  const go = useGo();
  const user = usePerson();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (!user) return null;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton
          className={classes.account}
          aria-label={t('account', { name: user.displayName })}
        >
          <Avatar name={user.displayName} size={32} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{user.displayName}</strong>
          <span>{user.email}</span>
        </div>
        <Menu.Divider />
        <Menu.Label>{t('appearance')}</Menu.Label>
        {schemes.map(([scheme, Icon]) => (
          <MenuItem
            isLocal
            key={scheme}
            leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
            onClick={() => setColorScheme(scheme)}
            aria-current={colorScheme === scheme || undefined}
            fw={colorScheme === scheme ? 600 : 450}
          >
            {t(`schemes.${scheme}`)}
          </MenuItem>
        ))}
        <Menu.Divider />
        {isOpenTo('settings', user) && (
          <MenuItem
            isLocal
            leftSection={<IconSettings size={16} stroke={1.7} aria-hidden />}
            onClick={() => void go(pathTo('settings'))}
          >
            {t('pages.settings')}
          </MenuItem>
        )}
        <MenuItem
          isLocal
          leftSection={<IconLogout size={16} stroke={1.7} aria-hidden />}
          onClick={() => void signOut()}
        >
          {t('signOut')}
        </MenuItem>
      </Menu.Dropdown>
    </Menu>
  );
}
