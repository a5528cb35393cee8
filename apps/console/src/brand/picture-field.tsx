import { FileButton } from '@mantine/core';
import { useState } from 'react';
import { ownPath } from '../branding.tsx';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import classes from './brand.module.css';
import { lookOf, type Picture, type PictureName, type Stored, shownColors } from './look.ts';

/** Holds the types of file that each picture may be, and how large it may be. */
const kinds = {
  logo: {
    accept: '.svg,.png,.jpg,.jpeg,.webp',
    endings: /\.(svg|png|jpe?g|webp)$/i,
    most: 1_048_576,
  },
  favicon: { accept: '.png,.ico', endings: /\.(png|ico)$/i, most: 262_144 },
} as const;

type Props = {
  name: PictureName;
  branding: Stored;
  picture: Picture;
  /** True when the platform would not publish what is in the file. */
  refused: boolean;
  onChange: (picture: Picture) => void;
};

/** A picture of the firm: another file in its place, or the platform's own. */
export function PictureField({ name, branding, picture, refused, onChange }: Props) {
  const t = useWords('brand');
  const [fault, setFault] = useState<'KIND' | 'SIZE'>();
  const { accept, endings, most } = kinds[name];
  const choose = (file: File | null) => {
    if (!file) return;
    const wrong = endings.test(file.name) ? (file.size > most ? 'SIZE' : undefined) : 'KIND';
    setFault(wrong);
    if (!wrong) onChange({ kind: 'FILE', file, url: URL.createObjectURL(file) });
  };
  const { assets } = lookOf(branding, shownColors(branding));
  const before = name === 'logo' ? assets.logo : assets.favicon.png32;
  const { logo, faviconPng32 } = branding.defaults.assets;
  const shown =
    picture.kind === 'FILE'
      ? picture.url
      : picture.kind === 'DEFAULT'
        ? name === 'logo'
          ? logo
          : faviconPng32
        : before;
  return (
    <fieldset className={classes.picture}>
      <legend>{t(`fields.${name}`)}</legend>
      <span className={classes.muted}>{t(`texts.${name}`)}</span>
      <div className={classes.pictureRow}>
        <span className={classes.plate}>
          <img src={ownPath(shown)} alt="" />
        </span>
        <FileButton accept={accept} onChange={choose}>
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              aria-label={t('chooseOf', { name: t(`fields.${name}`) })}
            >
              {t('choose')}
            </Button>
          )}
        </FileButton>
        {picture.kind === 'KEPT' ? (
          <Button
            size="xs"
            variant="subtle"
            aria-label={t('usualOf', { name: t(`fields.${name}`) })}
            disabled={branding.stored.useDefault[name]}
            onClick={() => onChange({ kind: 'DEFAULT' })}
          >
            {t('usual')}
          </Button>
        ) : (
          <Button size="xs" variant="subtle" onClick={() => onChange({ kind: 'KEPT' })}>
            {t('keep')}
          </Button>
        )}
      </div>
      {fault && (
        <p role="alert" className={classes.bad}>
          {t(`faults.${fault}`)}
        </p>
      )}
      {refused && picture.kind === 'FILE' && (
        <p role="alert" className={classes.bad}>
          {t('faults.REFUSED', { name: picture.file.name })}
        </p>
      )}
    </fieldset>
  );
}
