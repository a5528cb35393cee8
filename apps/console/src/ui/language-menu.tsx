import { Menu } from '@mantine/core';
import { IconCheck, IconWorld } from '@tabler/icons-react';
import { currentLanguage, languages, useWords } from '../i18n/words.ts';
import { chooseLanguage } from '../person.ts';
import { Button } from './button.tsx';
import classes from './language-menu.module.css';
import { languageNames as names } from './languages.ts';
import { MenuItem } from './menu-item.tsx';

/** Chooses the language of the console, at once. */
export function LanguageMenu() {
  const t = useWords('common');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          c="var(--a-ink)"
          leftSection={<IconWorld size={16} stroke={1.7} aria-hidden />}
          aria-label={t('language', { name: names[currentLanguage()] })}
        >
          <span className={classes.name}>{names[currentLanguage()]}</span>
          <span className={classes.code}>{currentLanguage().toUpperCase()}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <MenuItem
            key={language}
            lang={language}
            rightSection={
              language === currentLanguage() ? <IconCheck size={14} aria-hidden /> : undefined
            }
            onClick={() => void chooseLanguage(language)}
          >
            {names[language]}
          </MenuItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
