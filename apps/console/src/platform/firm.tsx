import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useFirm } from '../records/use-firm.ts';
import { enteredTenant, enteredTenantOf, enterTenant } from '../tenant.ts';
import { showAgo, showDate, showNumber } from '../time.ts';
import { useAddress } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Page, Section } from '../ui/page.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import { showBytes } from './bytes.ts';
import { FirmActs } from './firm-acts.tsx';
import { FirmForm } from './firm-form.tsx';
import { useFirmName } from './firm-name.tsx';
import { FirmState } from './firm-state.tsx';
import classes from './platform.module.css';
import { Preparation } from './preparation.tsx';
import { SwitchedOn } from './switched-on.tsx';

/** One firm: its state and size, the way in, and what switches it off or ends it. */
export default function Firm() {
  const t = useWords('platform');
  const { tenantUuid } = useAddress<'tenant'>();
  const firms = useFirm(tenantUuid);
  const found = firms.data?.content[0];
  // One that is removed for good is still told of: its report stands on this page.
  const seen = useRef(found);
  if (found?.tenantUuid === tenantUuid) seen.current = found;
  const firm = seen.current?.tenantUuid === tenantUuid ? seen.current : found;
  // What is read of a firm is not read again while it is deleted: it would be found no more.
  const [isEnding, setEnding] = useState(false);
  const deletedAt = firm?.deletedAt;
  useEffect(() => {
    if (deletedAt) setEnding(false);
  }, [deletedAt]);
  const nameOf = useFirmName();
  // Another firm may be opened while this page stands.
  const [switchedOn, setSwitchedOn] = useState<string>();
  useEffect(() => {
    const entered = enteredTenantOf();
    if (!found || entered?.tenantUuid !== found.tenantUuid) return;
    // The bar above leads to its steps while it is off, and only then.
    if (found.isActive !== Boolean(entered.isBeingPrepared)) return;
    const { name, isActive } = found;
    enterTenant({ tenantUuid: found.tenantUuid, name, isBeingPrepared: !isActive });
  }, [found]);
  const enter = () => {
    if (!firm) return;
    const { name, isActive } = firm;
    // What is still off is prepared: its steps are what there is to do in it.
    enterTenant({ tenantUuid, name, ...(isActive ? {} : { isBeingPrepared: true }) });
    location.assign(isActive ? '/' : pathTo('tenant', { tenantUuid }));
  };
  const isEnterable = firm && !firm.deletedAt && enteredTenant() !== tenantUuid;
  const crumbs = [{ label: t('firms.title'), href: pathTo('tenants') }];
  return (
    <Page
      title={firm ? nameOf(firm) : t('firm.title')}
      crumbs={crumbs}
      lead={firm ? t('firm.since', { code: firm.code, date: showDate(firm.createdAt) }) : ' '}
      acts={isEnterable && <Button onClick={enter}>{t('firm.enter')}</Button>}
      isNarrow
    >
      <Read of={firms} skeleton={<Lines count={6} height={32} />}>
        {() =>
          firm ? (
            <>
              {!firm.deletedAt && !firm.isActive && !isEnding && (
                <Preparation firm={firm} isOn={() => setSwitchedOn(tenantUuid)} />
              )}
              {firm.isActive && switchedOn === tenantUuid && <SwitchedOn tenantUuid={tenantUuid} />}
              <Size
                tenantUuid={tenantUuid}
                deletedAt={firm.deletedAt ?? undefined}
                isEnding={isEnding}
              >
                <FirmState firm={firm} />
              </Size>
              {!firm.deletedAt && (
                <Section title={t('firm.data')}>
                  <FirmForm key={firm.updatedAt} firm={firm} saved={() => undefined} />
                </Section>
              )}
              <FirmActs firm={firm} setEnding={setEnding} />
            </>
          ) : (
            <ErrorCard error={new ApiError(404, { code: 'NOT_FOUND' })} />
          )
        }
      </Read>
    </Page>
  );
}

type SizeProps = {
  tenantUuid: string;
  deletedAt: string | undefined;
  isEnding: boolean;
  children: React.ReactNode;
};

/** What a firm has now; of a deleted one what it had in the month of its deletion. */
function Size({ tenantUuid, deletedAt, isEnding, children }: SizeProps) {
  const t = useWords('platform');
  const query = deletedAt ? { month: deletedAt.slice(0, 7) } : {};
  const usage = useRead('getPlatformUsage', { query }, { staleTime: 60_000 });
  const stats = useRead(
    'getTenantStats',
    { path: { tenantUuid } },
    { enabled: !deletedAt && !isEnding },
  );
  const own = usage.data?.find((each) => each.tenantUuid === tenantUuid);
  const number = (value: number | undefined) => (value === undefined ? '–' : showNumber(value));
  const facts = [
    ['staff', number(own?.staff)],
    ['contacts', number(stats.data?.contactCount ?? own?.contacts)],
    ...(deletedAt ? [] : [['households', number(stats.data?.householdCount)]]),
    ['storageBytes', own ? showBytes(own.storageBytes) : '–'],
    ['mails', number(own?.mails)],
    ['events', number(own?.events)],
    ['lastUsedAt', showAgo(own?.lastUsedAt) || '–'],
  ];
  return (
    <Section title={t('firm.size')} acts={children}>
      {usage.error && <ErrorCard error={usage.error} />}
      <dl className={classes.facts}>
        {facts.map(([name, shown]) => (
          <div key={name}>
            <dt>{t(`usage.${name}`)}</dt>
            <dd>{shown}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
