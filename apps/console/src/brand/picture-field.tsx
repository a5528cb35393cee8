import { FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { ownPath } from '../branding.tsx';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import classes from './brand.module.css';
import { isLightDrawing } from './is-light-drawing.ts';
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
  const forget = useRef<() => void>(null);
  const choose = async (file: File | null) => {
    // The same file is told of again, once it was mended.
    forget.current?.();
    if (!file) return;
    const wrong = endings.test(file.name) ? (file.size > most ? 'SIZE' : undefined) : 'KIND';
    setFault(wrong);
    if (wrong) return;
    const url = (await isLightDrawing(file)) ? URL.createObjectURL(file) : undefined;
    onChange({ kind: 'FILE', file, url });
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
        <span className={classes.plate}>{shown && <img src={ownPath(shown)} alt="" />}</span>
        <FileButton accept={accept} onChange={(file) => void choose(file)} resetRef={forget}>
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
            aria-label={`${t('usual.picture')}: ${t(`fields.${name}`)}`}
            disabled={branding.stored.useDefault[name]}
            onClick={() => onChange({ kind: 'DEFAULT' })}
          >
            {t('usual.picture')}
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
      {picture.kind === 'FILE' && !picture.url && !refused && (
        <p className={classes.muted}>{t('unseen', { name: picture.file.name })}</p>
      )}
      {refused && picture.kind === 'FILE' && (
        <p role="alert" className={classes.bad}>
          {t('faults.REFUSED', { name: picture.file.name })}
        </p>
      )}
    </fieldset>
  );
}
