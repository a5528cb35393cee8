import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { ownPlace } from '../own-place.ts';
import { enteredTenantOf } from '../tenant.ts';
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
import { SignOut } from './sign-out.tsx';
import { Tokens } from './tokens.tsx';

/** The person's own account: language, zone and phone; appearance; what they are told; password, second factor, sessions. */
export default function Account() {
  const t = useWords('settings');
  const [{ setup, next, part }] = useSearch<'settings'>();
  const back = setup ? ownPlace(next) : undefined;
  const comesForAccess = setup !== undefined || part === 'access';
  const entered = enteredTenantOf();
  const me = useRead('getMe', {});
  return (
    <Page
      title={t('account.title')}
      lead={t('account.lead')}
      acts={me.data?.userType === 'CLIENT' && <SignOut />}
      isNarrow
    >
      <Read of={me} skeleton={<Lines count={8} height={40} />}>
        {(person) => {
          const factors = (
            <>
              <SecondFactor
                factor={person.secondFactor}
                isSetUp={() => back && location.assign(back)}
              />
              <Passkeys />
            </>
          );
          return (
            <>
              {setup === 'required' && !hasFactor(person) && (
                <p role="alert" className={classes.bad}>
                  {entered ? t('factor.requiredIn', { name: entered.name }) : t('factor.required')}
                </p>
              )}
              {back && hasFactor(person) && (
                <p role="status" className={classes.text}>
                  {t('factor.isReady')} <a href={back}>{t('factor.goBack')}</a>
                </p>
              )}
              {/* Whoever was sent here for the second factor or the password finds it first. */}
              {part === 'access' && <PasswordSection />}
              {comesForAccess && factors}
              <Profile me={person} />
              <Appearance me={person} />
              {person.userType !== 'CLIENT' && <Notices me={person} />}
              {part !== 'access' && <PasswordSection />}
              {!comesForAccess && factors}
              {person.sessionUuid && <Sessions />}
              {person.userType !== 'CLIENT' && <Tokens />}
            </>
          );
        }}
      </Read>
    </Page>
  );
}

const hasFactor = ({ secondFactor }: Me) => secondFactor.totp || secondFactor.passkeys > 0;
