import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { presentTenant } from '../tenant.ts';
import { showAgo } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './firm.module.css';

type Check = AnswerOf<'checkSsoConnection'>;
const lights = ['issuer', 'keys', 'client'] as const satisfies readonly (keyof Check)[];

/** Asks the provider as it was saved, and says in words what it answered: nobody has to sign in for that. */
export function ProviderCheck() {
  const t = useWords('sso');
  const [isAsked, setAsked] = useState(false);
  const path = { tenantUuid: presentTenant() };
  const check = useRead('checkSsoConnection', { path }, { enabled: isAsked, staleTime: 0 });
  return (
    <Section
      title={t('check.title')}
      acts={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
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
            <ul className={classes.lights} role="status">
              {lights.map((name) => {
                const { ok, detail, reason, at } = data[name];
                const isUnasked = detail === 'NOT_ASKED';
                return (
                  <li key={name}>
                    <Chip tone={ok ? 'good' : isUnasked ? 'plain' : 'bad'}>
                      {t(`check.lights.${name}`)}
                    </Chip>
                    <span className={classes.muted}>
                      {isUnasked ? t('check.unasked') : t(`check.${name}.${detail}`)}
                      {reason && ` (${reason})`} · {showAgo(at)}
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
