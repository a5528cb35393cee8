import { useContext } from 'react';
import { writeLetter } from '../../../platform/src/mail/letter.ts';
import { letterColors } from '../../../platform/src/tenants/branding/letter-colors.ts';
import { ownPath, useFirm } from '../branding.tsx';
import { currentLanguage, useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { FramePicture } from '../ui/frame-picture.ts';
import classes from './brand.module.css';

/** The frame of the console around a little of what stands in it. */
export function ConsoleSample() {
  const Picture = useContext(FramePicture);
  return (
    <div className={classes.console}>
      {Picture && (
        <Picture>
          <Sample />
        </Picture>
      )}
    </div>
  );
}

/** The same on a phone, with its navigation below. */
export function PhoneSample() {
  const Picture = useContext(FramePicture);
  return (
    Picture && (
      <Picture isPhone>
        <Sample />
      </Picture>
    )
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
