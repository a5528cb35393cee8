import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Section } from '../ui/page.tsx';
import { SavedSwitch } from '../ui/saved-at-once.tsx';
import type { Me } from './profile.tsx';
import classes from './settings.module.css';

/** What a person is told without looking, and what they want otherwise when they never chose. */
const notices = { morningMail: true, declineMail: true, openBrief: false };

/** The mails that a member of staff wants, and whether a brief opens by itself. */
export function Notices({ me: { preferences } }: { me: Me }) {
  const t = useWords('settings');
  const save = useWrite('updateMe');
  return (
    <Section title={t('notices.title')}>
      <div className={classes.form}>
        {Object.entries(notices).map(([name, isWanted]) => (
          <SavedSwitch
            key={name}
            label={t(`notices.${name}`)}
            description={t(`notices.${name}Text`)}
            checked={preferences[name] === undefined ? isWanted : preferences[name] !== false}
            onChange={({ currentTarget: { checked } }) =>
              save.mutate({ body: { preferences: { ...preferences, [name]: checked } } })
            }
          />
        ))}
      </div>
    </Section>
  );
}
