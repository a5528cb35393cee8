import { notifications } from '@mantine/notifications';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import type { Href } from '../paths.ts';
import { enteredTenant, enterTenant } from '../tenant.ts';
import { useGo } from '../ui/address.ts';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard, Lines } from '../ui/states.tsx';
import { firmOrigin } from './firm-origin.ts';
import classes from './platform.module.css';
import { type Step, steps } from './steps.ts';
import { SwitchOn } from './switch-on.tsx';

type Firm = AnswerOf<'filterTenants'>['content'][number];

type Found = { isDone: boolean; isOptional?: boolean; hasDefault?: boolean };

/** What a firm needs before it is switched on: each step says what it is for and leads to its page. */
export function Preparation({ firm, isOn }: { firm: Firm; isOn: () => void }) {
  const t = useWords('platform');
  const go = useGo();
  const { steps: all, unreached, origin, error, isWaiting } = useSteps(firm.tenantUuid);
  const open = (name: Step['name'], href: Href) => {
    const isInside = enteredTenant() === firm.tenantUuid;
    enterTenant({
      tenantUuid: firm.tenantUuid,
      name: firm.name,
      isBeingPrepared: true,
      step: name,
    });
    if (isInside) return void go(href);
    location.assign(href);
  };
  useEffect(() => {
    // What a step had to say was read on its page: here it would lie over what is still to do.
    if (enteredTenant() === firm.tenantUuid) notifications.clean();
  }, [firm.tenantUuid]);
  const done = all.filter(({ isDone }) => isDone).length;
  return (
    <Section
      title={t('prepare.title')}
      acts={
        <span className={classes.muted}>
          {!isWaiting && t('prepare.done', { count: done, total: all.length })}
        </span>
      }
    >
      <p className={classes.muted}>{t('prepare.text')}</p>
      {error && <ErrorCard error={error} />}
      {isWaiting ? (
        <div aria-busy="true">
          <Lines count={all.length} height={44} />
        </div>
      ) : (
        <ol className={classes.steps} aria-label={t('prepare.title')}>
          {all.map(({ name, href, isDone, isOptional, hasDefault }) => (
            <li key={name} data-done={isDone || undefined}>
              {isDone ? (
                <IconCircleCheck size={20} aria-label={t('prepare.isDone')} />
              ) : (
                <IconCircleDashed
                  size={20}
                  aria-label={t(hasDefault ? 'prepare.isUsual' : 'prepare.isOpen')}
                />
              )}
              <span className={classes.card}>
                <span className={classes.chips}>
                  <a
                    href={href}
                    onClick={(event) => {
                      event.preventDefault();
                      open(name, href);
                    }}
                  >
                    {t(`prepare.${name}.title`)}
                  </a>
                  {hasDefault && !isDone && <Chip isQuiet>{t('prepare.usual')}</Chip>}
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
        unreached={unreached}
        origin={origin}
        isOn={isOn}
        left={all
          .filter(({ isDone, isOptional, hasDefault }) => !isDone && !isOptional && !hasDefault)
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
  const policies = useRead('listAuditTrail', {
    query: { eventType: 'tenant.security_updated', size: 2 },
    headers,
  });
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
  const own = domain.data;
  /** Names the firm's address, though it has led nobody here yet. */
  const unreached = own?.active && !own.reachedAt ? own.domain : undefined;
  // A firm without a domain answers 404.
  const hasNoDomain = domain.error?.status === 404;
  const others = [branding, policies, mail, stats, staff, partners, lists];
  const reads = hasNoDomain ? others : [...others, domain];
  /** Says what the firm shows to be done; what is optional or has a default holds nothing up. */
  const found: Record<Step['name'], Found> = {
    branding: { isDone: (branding.data?.stored.version ?? 0) > 0 },
    domain: { isDone: own !== undefined && !unreached },
    mail: { isDone: Boolean(mail.data?.replyTo ?? mail.data?.senderName), isOptional: true },
    // One change came with the firm itself: whoever decides makes another.
    security: { isDone: (policies.data?.content.length ?? 0) > 1, hasDefault: true },
    lists: { isDone: (lists.data?.content.length ?? 0) > 0, isOptional: true },
    administrator: { isDone: isFirst },
    team: { isDone: (staff.data?.totalElements ?? 0) > 1 },
    partner: { isDone: (partners.data?.content.length ?? 0) > 0, isOptional: true },
    clients: { isDone: (stats.data?.contactCount ?? 0) > 0, isOptional: true },
  };
  return {
    unreached,
    /** The address that links of its mails begin with now. */
    origin: branding.data && firmOrigin(branding.data),
    steps: steps.map((step) => ({ ...step, ...found[step.name] })),
    error: reads.find((read) => read.error)?.error,
    isWaiting: reads.some((read) => read.isPending),
  };
}
