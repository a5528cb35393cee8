import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { type Href, pathTo } from '../paths.ts';
import { enteredTenant, enterTenant } from '../tenant.ts';
import { useGo } from '../ui/address.ts';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard, Lines } from '../ui/states.tsx';
import classes from './platform.module.css';
import { SwitchOn } from './switch-on.tsx';

type Firm = AnswerOf<'filterTenants'>['content'][number];

/** What a firm needs before it is switched on: each step says what it is for and leads to its page. */
export function Preparation({ firm }: { firm: Firm }) {
  const t = useWords('platform');
  const go = useGo();
  const { steps, error, isWaiting } = useSteps(firm.tenantUuid);
  const open = (href: Href) => {
    const isInside = enteredTenant() === firm.tenantUuid;
    enterTenant({ tenantUuid: firm.tenantUuid, name: firm.name, isBeingPrepared: true });
    if (isInside) return void go(href);
    location.assign(href);
  };
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section
      title={t('prepare.title')}
      acts={
        <span className={classes.muted}>
          {!isWaiting && t('prepare.done', { count: done, total: steps.length })}
        </span>
      }
    >
      <p className={classes.muted}>{t('prepare.text')}</p>
      {error && <ErrorCard error={error} />}
      {isWaiting ? (
        <div aria-busy="true">
          <Lines count={steps.length} height={44} />
        </div>
      ) : (
        <ol className={classes.steps} aria-label={t('prepare.title')}>
          {steps.map(({ name, href, isDone, isOptional }) => (
            <li key={name} data-done={isDone || undefined}>
              {isDone ? (
                <IconCircleCheck size={20} aria-label={t('prepare.isDone')} />
              ) : (
                <IconCircleDashed size={20} aria-label={t('prepare.isOpen')} />
              )}
              <span className={classes.card}>
                <span className={classes.chips}>
                  <a
                    href={href}
                    onClick={(event) => {
                      event.preventDefault();
                      open(href);
                    }}
                  >
                    {t(`prepare.${name}.title`)}
                  </a>
                  {isOptional && !isDone && <Chip isQuiet>{t('prepare.optional')}</Chip>}
                </span>
                <span className={classes.muted}>{t(`prepare.${name}.text`)}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
      <SwitchOn
        firm={firm}
        left={steps
          .filter(({ isDone, isOptional }) => !isDone && !isOptional)
          .map(({ name }) => t(`prepare.${name}.title`))}
      />
    </Section>
  );
}

/** Returns the steps, and which of them the firm shows to be done. */
function useSteps(tenantUuid: string) {
  const path = { tenantUuid };
  const headers = { 'x-tenant-uuid': tenantUuid };
  const branding = useRead('getBranding', { path });
  const domain = useRead('getTenantDomain', { path });
  const policy = useRead('getSecurityPolicy', { path });
  const mail = useRead('getMailSettings', { path });
  const stats = useRead('getTenantStats', { path });
  const staff = useRead('listStaffPage', { query: { size: 100 }, headers });
  const partners = useRead('listPartners', { query: { size: 1 }, headers });
  const lists = useRead('listAuditTrail', {
    query: { eventType: 'config.updated', size: 1 },
    headers,
  });
  const people = staff.data?.content ?? [];
  const isFirst = people.some(
    ({ staffType, category }) => staffType === 'ADMIN' && category === 'TENANT_STAFF',
  );
  // A firm without a domain answers 404.
  const hasNoDomain = domain.error?.status === 404;
  const others = [branding, policy, mail, stats, staff, partners, lists];
  const reads = hasNoDomain ? others : [...others, domain];
  const steps = [
    {
      name: 'branding',
      href: pathTo('branding'),
      isDone: (branding.data?.stored.version ?? 0) > 0,
    },
    { name: 'domain', href: pathTo('domain'), isDone: domain.data !== undefined },
    {
      name: 'mail',
      href: pathTo('mail'),
      isDone: Boolean(mail.data?.replyTo ?? mail.data?.senderName),
      isOptional: true,
    },
    {
      name: 'security',
      href: pathTo('security'),
      isDone: policy.data?.refuseCommonPasswords === true,
    },
    {
      name: 'lists',
      href: pathTo('lists'),
      isDone: (lists.data?.content.length ?? 0) > 0,
      isOptional: true,
    },
    {
      name: 'administrator',
      href: pathTo('team', { member: 'new', as: 'ADMIN' }),
      isDone: isFirst,
    },
    {
      name: 'team',
      href: pathTo('team', { member: 'import' }),
      isDone: (staff.data?.totalElements ?? 0) > 1,
    },
    {
      name: 'partner',
      href: pathTo('partners'),
      isDone: (partners.data?.content.length ?? 0) > 0,
      isOptional: true,
    },
    {
      name: 'clients',
      href: pathTo('importPeople'),
      isDone: (stats.data?.contactCount ?? 0) > 0,
      isOptional: true,
    },
  ];
  return {
    steps,
    error: reads.find((read) => read.error)?.error,
    isWaiting: reads.some((read) => read.isPending),
  };
}
