import { useState } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { enteredTenant } from '../tenant.ts';
import { showNumber } from '../time.ts';
import { CopyLine } from '../ui/copy-line.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { firmOrigin } from './firm-origin.ts';
import classes from './platform.module.css';

const pauseMs = 5_000;
const lookedForMs = 60_000;

type Props = {
  tenantUuid: string;
  /** How many of its mails had gone out before. */
  mailsBefore: number;
};

/** What came of switching a firm on: where its people find it, how many mails have gone out, and where to look next. */
export function SwitchedOn({ tenantUuid, mailsBefore }: Props) {
  const t = useWords('platform');
  const [since] = useState(() => performance.now());
  const isLate = () => performance.now() - since > lookedForMs;
  const branding = useRead('getBranding', { path: { tenantUuid } });
  const usage = useRead(
    'getPlatformUsage',
    { query: {} },
    { every: () => (isLate() ? false : pauseMs), isBackground: true },
  );
  const mails = usage.data?.find((each) => each.tenantUuid === tenantUuid)?.mails ?? 0;
  const count = Math.max(0, mails - mailsBefore);
  return (
    <Section title={t('on.title')}>
      {branding.data && <CopyLine label={t('on.address')} value={firmOrigin(branding.data)} />}
      <p role="status">{t('on.mails', { count, shown: showNumber(count) })}</p>
      <ul className={classes.links}>
        {enteredTenant() === tenantUuid && (
          <li>
            <Link href={pathTo('team')}>{t('on.team')}</Link>
          </li>
        )}
        <li>
          <Link href={pathTo('tenants')}>{t('on.firms')}</Link>
        </li>
      </ul>
    </Section>
  );
}
