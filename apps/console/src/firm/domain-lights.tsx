import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { presentTenant } from '../tenant.ts';
import { showAgo } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './firm.module.css';

const lights = ['dns', 'certificate', 'reached'] as const;

/** Three lights: whether the domain's record, its certificate and the way to it are in order, looked at when asked. */
export function DomainLights() {
  const t = useWords('firm');
  const [isAsked, setAsked] = useState(false);
  const path = { tenantUuid: presentTenant() };
  const check = useRead('checkTenantDomain', { path }, { enabled: isAsked, staleTime: 0 });
  return (
    <Section
      title={t('check.title')}
      acts={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={check.isFetching}
          onClick={() => (isAsked ? void check.refetch() : setAsked(true))}
        >
          {t('check.act')}
        </Button>
      }
    >
      {isAsked ? (
        <Read of={check} skeleton={<Lines count={3} height={28} />}>
          {(data) => (
            <ul className={classes.lights}>
              {lights.map((name) => {
                const { ok, detail, at } = data[name];
                const isUnasked = detail === 'NOT_ASKED';
                return (
                  <li key={name}>
                    <Chip tone={ok ? 'good' : isUnasked ? 'plain' : 'bad'}>
                      {t(`check.lights.${name}`)}
                    </Chip>
                    <span className={classes.muted}>
                      {t(`check.details.${detail}`)} · {showAgo(at)}
                    </span>
                  </li>
                );
              })}
            </ul>
          )}
        </Read>
      ) : (
        <p className={classes.muted}>{t('check.text')}</p>
      )}
    </Section>
  );
}
