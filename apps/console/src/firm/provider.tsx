import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { presentTenant } from '../tenant.ts';
import { Chip } from '../ui/chip.tsx';
import { CopyLine } from '../ui/copy-line.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './firm.module.css';
import { ProviderCheck } from './provider-check.tsx';
import { ProviderForm } from './provider-form.tsx';
import { ProvisioningToken } from './provisioning-token.tsx';

/** How the firm's people sign in by the firm's own identity provider. */
export default function Provider() {
  const t = useWords('sso');
  const firm = useWords('firm');
  const sso = useRead('getSsoConnection', { path: { tenantUuid: presentTenant() } });
  const crumbs = [{ label: firm('security.title'), href: pathTo('security') }];
  return (
    <Page title={t('title')} lead={t('lead')} crumbs={crumbs} isNarrow>
      <Section title={t('connection')}>
        <Read of={sso} skeleton={<Lines count={10} height={40} />}>
          {(data) => (
            <>
              <p className={classes.line}>
                <Chip tone={data.isActive ? 'good' : 'plain'}>
                  {t(data.isActive ? 'on' : 'off')}
                </Chip>
              </p>
              <ProviderForm connection={data} />
            </>
          )}
        </Read>
      </Section>
      {sso.data && (
        <>
          {sso.data.issuer && <ProviderCheck />}
          <Section title={t('redirects.title')}>
            <div className={classes.stack}>
              <p className={classes.muted}>{t('redirects.text')}</p>
              {sso.data.redirectUris.map((uri, index) => (
                <CopyLine key={uri} label={t('redirects.one', { number: index + 1 })} value={uri} />
              ))}
            </div>
          </Section>
          {sso.data.emailDomains.length > 0 && (
            <Section title={t('domains.title')}>
              <ul className={classes.proofs}>
                {sso.data.emailDomains.map(({ domain, isProved, proof }) => (
                  <li key={domain}>
                    <span className={classes.line}>
                      <strong>{domain}</strong>
                      <Chip tone={isProved ? 'good' : 'warn'}>
                        {t(isProved ? 'domains.proved' : 'domains.unproved')}
                      </Chip>
                    </span>
                    {!isProved && (
                      <div className={classes.stack}>
                        <p className={classes.muted}>{t('domains.text')}</p>
                        <CopyLine label={t('domains.name')} value={proof.name} />
                        <CopyLine label={t('domains.value')} value={proof.value} />
                      </div>
                    )}
                  </li>
                ))}
              </ul>
            </Section>
          )}
        </>
      )}
      <ProvisioningToken />
    </Page>
  );
}
