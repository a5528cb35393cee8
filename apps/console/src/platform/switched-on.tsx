import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { enteredTenant } from '../tenant.ts';
import { CopyLine } from '../ui/copy-line.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { firmOrigin } from './firm-origin.ts';
import classes from './platform.module.css';

/** Tells what came of switching a firm on: where its people find it, that the mails go out, and where to look next. */
export function SwitchedOn({ tenantUuid }: { tenantUuid: string }) {
  const t = useWords('platform');
  const branding = useRead('getBranding', { path: { tenantUuid } });
  return (
    <Section title={t('on.title')}>
      {branding.data && <CopyLine label={t('on.address')} value={firmOrigin(branding.data)} />}
      <p role="status">{t('on.mails')}</p>
      <ul className={classes.links}>
        {enteredTenant() === tenantUuid && (
          <>
            <li>
              <Link href={pathTo('team')}>{t('on.team')}</Link>
            </li>
            <li>
              <Link href={pathTo('mail')}>{t('on.mail')}</Link>
            </li>
          </>
        )}
        <li>
          <Link href={pathTo('tenants')}>{t('on.firms')}</Link>
        </li>
      </ul>
    </Section>
  );
}
