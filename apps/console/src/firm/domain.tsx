import { type AnswerOf, call } from '../api.ts';
import { queryClient, useRead, useWrite } from '../data.ts';
import { StandingForm } from '../forms/standing-form.tsx';
import { useWords } from '../i18n/words.ts';
import { RecordForm } from '../records/record-form.tsx';
import { presentTenant } from '../tenant.ts';
import { showAgo, showTime } from '../time.ts';
import { Chip } from '../ui/chip.tsx';
import { CopyLine } from '../ui/copy-line.tsx';
import { Page, Section } from '../ui/page.tsx';
import { ErrorCard, Lines } from '../ui/states.tsx';
import { DomainLights } from './domain-lights.tsx';
import classes from './firm.module.css';

type TenantDomain = AnswerOf<'getTenantDomain'>;

/** The firm's own address: what is to be entered at the name servers, and whether it leads here. */
export default function Domain() {
  const t = useWords('firm');
  const domain = useRead('getTenantDomain', { path: { tenantUuid: presentTenant() } });
  const isNone = domain.error?.status === 404;
  return (
    <Page title={t('domain.title')} lead={t('domain.lead')} isNarrow>
      <Section title={t('domain.own')}>
        {domain.data || isNone ? (
          <DomainForm domain={domain.data} />
        ) : domain.error ? (
          <ErrorCard error={domain.error} retry={() => void domain.refetch()} />
        ) : (
          <div aria-busy="true">
            <Lines count={3} height={40} />
          </div>
        )}
      </Section>
      {domain.data && (
        <>
          <State domain={domain.data} />
          <DomainLights />
        </>
      )}
    </Page>
  );
}

function DomainForm({ domain }: { domain: TenantDomain | undefined }) {
  const t = useWords('firm');
  const set = useWrite('setTenantDomain');
  const path = { tenantUuid: presentTenant() };
  return (
    <>
      {!domain && <p className={classes.muted}>{t('domain.none')}</p>}
      <StandingForm>
        {(saved) => (
          <RecordForm
            operation="setTenantDomain"
            fields={[
              {
                path: 'domain',
                label: t('domain.name'),
                description: t('domain.nameText'),
                placeholder: t('domain.example'),
                kind: 'text',
                isRequired: true,
              },
              {
                path: 'active',
                label: t('domain.active'),
                description: t('domain.activeText'),
                kind: 'yesNo',
                isRequired: true,
              },
            ]}
            record={domain ?? { active: true }}
            send={async (stated, { headers }) => {
              const before = { domain: domain?.domain ?? '', active: domain?.active ?? true };
              const body = { ...before, ...stated };
              const answer = await set.mutateAsync({ path, body, headers });
              // What is saved next is based on this, also before it was read again.
              queryClient.setQueryData(['getTenantDomain', { path }], answer);
              return answer;
            }}
            saved={saved}
            anew={(now) => now}
            act={t('domain.act')}
            draft="domain"
            reread={() => call('getTenantDomain', { path })}
          />
        )}
      </StandingForm>
    </>
  );
}

function State({ domain }: { domain: TenantDomain }) {
  const t = useWords('firm');
  const { active, verified, reachedAt, unprovedSince, verification } = domain;
  return (
    <Section title={t('domain.state')}>
      <p className={classes.muted}>{t(`domain.left.${leftOf(domain)}`)}</p>
      <ul className={classes.lights}>
        <li>
          {/* What nobody can reach yet is chosen, and not yet good. */}
          <Chip tone={active && verified && reachedAt ? 'good' : 'plain'}>
            {t(active ? 'domain.isOn' : 'domain.isOff')}
          </Chip>
        </li>
        <li>
          <Chip tone={verified ? (reachedAt ? 'good' : 'plain') : 'warn'}>
            {t(verified ? 'domain.proved' : 'domain.unproved')}
          </Chip>
          {unprovedSince && (
            <span className={classes.muted}>
              {t('domain.unprovedSince', { since: showTime(unprovedSince) })}
            </span>
          )}
        </li>
        <li>
          <Chip tone={reachedAt ? 'good' : 'warn'}>
            {reachedAt ? t('domain.reached', { ago: showAgo(reachedAt) }) : t('domain.unreached')}
          </Chip>
        </li>
      </ul>
      {verification && (
        <div className={classes.stack}>
          <p className={classes.muted}>{t('domain.record')}</p>
          <CopyLine label={t('domain.recordType')} value={verification.recordType} />
          <CopyLine label={t('domain.recordName')} value={verification.recordName} />
          <CopyLine label={t('domain.recordValue')} value={verification.recordValue} />
        </div>
      )}
    </Section>
  );
}

/** Returns the words for what is still to do before the firm's address works. */
function leftOf({ active, verified, reachedAt }: TenantDomain) {
  if (!verified) return 'toProve';
  if (!reachedAt) return 'toReach';
  return active ? 'ready' : 'toUse';
}
