import { IconChevronRight, IconKey, IconListCheck } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useMe } from '../person.ts';
import { presentTenant } from '../tenant.ts';
import { Link } from '../ui/link.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { ClientNames } from './client-names.tsx';
import classes from './firm.module.css';
import { PolicyForm } from './policy-form.tsx';
import { VendorAccess } from './vendor-access.tsx';

const neighbours: readonly { name: 'signInProvider' | 'accessReview'; icon: typeof IconKey }[] = [
  { name: 'signInProvider', icon: IconKey },
  { name: 'accessReview', icon: IconListCheck },
];

/** The rules by which people and programs reach the firm's data. */
export default function Security() {
  const t = useWords('firm');
  const path = { tenantUuid: presentTenant() };
  const policy = useRead('getSecurityPolicy', { path });
  return (
    <Page title={t('security.title')} lead={t('security.lead')} isNarrow>
      <Section title={t('security.rules')}>
        <Read of={policy} skeleton={<Lines count={10} height={40} />}>
          {(data) => (
            <>
              {data.secondFactor === 'OPTIONAL' && <OwnFactor />}
              <PolicyForm policy={data} />
            </>
          )}
        </Read>
      </Section>
      <ClientNames />
      <VendorAccess isNeeded={policy.data?.vendorAccess === 'APPROVED'} />
      <ul className={classes.ways}>
        {neighbours.map(({ name, icon: Icon }) => (
          <li key={name}>
            <Link href={pathTo(name)}>
              <Icon size={20} aria-hidden />
              <span>
                <strong>{t(`ways.${name}.title`)}</strong>
                <span className={classes.muted}>{t(`ways.${name}.text`)}</span>
              </span>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}

/** Says what requiring a second factor means for whoever is about to require it. */
function OwnFactor() {
  const t = useWords('firm');
  const { data } = useMe();
  if (!data) return null;
  const { totp, passkeys } = data.secondFactor;
  const hasOne = totp || passkeys > 0;
  const setup = pathTo('settings', { setup: 'first', next: pathTo('security') });
  return (
    <p className={classes.muted}>
      {t(hasOne ? 'ownFactor.has' : 'ownFactor.none')}{' '}
      {!hasOne && <Link href={setup}>{t('ownFactor.act')}</Link>}
    </p>
  );
}
