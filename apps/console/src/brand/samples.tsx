import { writeLetter } from '../../../platform/src/mail/letter.ts';
import { letterColors } from '../../../platform/src/tenants/branding/letter-colors.ts';
import { ownPath, useFirm } from '../branding.tsx';
import { currentLanguage, useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { BottomBar } from '../shell/bottom-bar.tsx';
import { placesOf } from '../shell/places.ts';
import { Sidebar } from '../shell/sidebar.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import classes from './brand.module.css';

const nothing = () => undefined;

/** The frame of the console around a little of what stands in it. */
export function ConsoleSample() {
  const user = usePerson();
  if (!user) return null;
  return (
    <div className={classes.console}>
      <Sidebar places={placesOf(user)} />
      <div>
        <TopBar openPalette={nothing} openKeys={nothing} />
        <Sample />
      </div>
    </div>
  );
}

/** The same on a phone, with its navigation below. */
export function PhoneSample() {
  const user = usePerson();
  if (!user) return null;
  return (
    <>
      <TopBar openPalette={nothing} openKeys={nothing} />
      <Sample />
      <BottomBar places={placesOf(user)} openPalette={nothing} />
    </>
  );
}

function Sample() {
  const t = useWords('brand');
  return (
    <div className={classes.sample}>
      <strong>{t('sample.title')}</strong>
      <p>{t('sample.text')}</p>
      <span className={classes.sampleRow}>
        <Button>{t('sample.act')}</Button>
        <Button variant="light">{t('sample.other')}</Button>
        <span className={classes.sampleLink}>{t('sample.link')}</span>
        <Chip tone="good">{t('sample.state')}</Chip>
      </span>
    </div>
  );
}

/** Returns a mail as the platform writes it, in the look that is around it. */
export function useSampleLetter(): string {
  const t = useWords('brand');
  const { name, branding, hasOwnLogo } = useFirm();
  const logoUrl = hasOwnLogo ? new URL(ownPath(branding.assets.logo), location.href).href : null;
  const theme = {
    ...letterColors(branding.colors),
    origin: location.origin,
    tenantName: name,
    logoUrl,
    mailLogoUrl: logoUrl,
    iconUrl: branding.assets.favicon.png32,
  };
  const letter = {
    subject: t('letter.subject'),
    name: t('letter.name'),
    lead: t('letter.lead'),
    title: t('letter.subject'),
    facts: [[t('letter.when'), t('letter.at')] as [string, string]],
    action: { href: location.origin, label: t('letter.act') },
    notes: [t('letter.note')],
  };
  return writeLetter(letter, currentLanguage() === 'es' ? 'SPANISH' : 'ENGLISH', theme).html;
}
