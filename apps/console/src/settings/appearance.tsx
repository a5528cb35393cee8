import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { allowSingleKeys } from '../keys.ts';
import { Section } from '../ui/page.tsx';
import { SavedSwitch } from '../ui/saved-at-once.tsx';
import type { Me } from './profile.tsx';
import classes from './settings.module.css';

const schemes = ['light', 'dark', 'auto'] as const;

/** Light or dark, and keys of one letter. */
export function Appearance({ me }: { me: Me }) {
  const t = useWords('settings');
  const common = useWords('common');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const save = useWrite('updateMe');
  const { preferences } = me;
  const isClient = me.userType === 'CLIENT';
  return (
    <Section title={common('appearance')}>
      <div className={classes.form}>
        <SegmentedControl
          aria-label={common('appearance')}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as (typeof schemes)[number])}
          data={schemes.map((value) => ({ value, label: common(`schemes.${value}`) }))}
        />
        {!isClient && (
          <SavedSwitch
            label={t('appearance.keys')}
            description={t('appearance.keysText')}
            checked={preferences.singleKeys !== false}
            onChange={({ currentTarget: { checked } }) => {
              allowSingleKeys(checked);
              save.mutate({ body: { preferences: { ...preferences, singleKeys: checked } } });
            }}
          />
        )}
      </div>
    </Section>
  );
}
