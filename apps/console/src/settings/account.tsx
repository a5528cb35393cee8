import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useSearch } from '../ui/address.ts';
import { Page } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { Appearance } from './appearance.tsx';
import { Notices } from './notices.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordSection } from './password.tsx';
import { type Me, Profile } from './profile.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import classes from './settings.module.css';
import { Tokens } from './tokens.tsx';

/** The person's own account: language, zone and phone; appearance; what they are told; password, second factor, sessions. */
export default function Account() {
  const t = useWords('settings');
  const [{ setup }] = useSearch<'settings'>();
  const me = useRead('getMe', {});
  return (
    <Page title={t('account.title')} lead={t('account.lead')} isNarrow>
      <Read of={me} skeleton={<Lines count={8} height={40} />}>
        {(person) => (
          <>
            {setup === 'required' && !hasFactor(person) && (
              <p role="alert" className={classes.bad}>
                {t('factor.required')}
              </p>
            )}
            <Profile me={person} />
            <Appearance me={person} />
            {person.userType !== 'CLIENT' && <Notices me={person} />}
            <PasswordSection />
            <SecondFactor factor={person.secondFactor} />
            <Passkeys />
            {person.sessionUuid && <Sessions />}
            {person.userType !== 'CLIENT' && <Tokens />}
          </>
        )}
      </Read>
    </Page>
  );
}

const hasFactor = ({ secondFactor }: Me) => secondFactor.totp || secondFactor.passkeys > 0;
