import { type RefObject, useEffect, useRef, useState } from 'react';
import { type ApiError, call } from '../api.ts';
import { useShowFirm } from '../branding.tsx';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { showAgo } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './brand.module.css';
import { ColorField } from './color-field.tsx';
import { Contrasts } from './contrasts.tsx';
import { BrandHistory } from './history.tsx';
import {
  colorNames,
  lookOf,
  type PictureName,
  type Pictures,
  pictureNames,
  type Stored,
  shownColors,
} from './look.ts';
import { PictureField } from './picture-field.tsx';
import { Preview } from './preview.tsx';
import { publish } from './publish.ts';

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text);
const kept: Pictures = { logo: { kind: 'KEPT' }, favicon: { kind: 'KEPT' } };

type Props = {
  branding: Stored;
  /** Says whether something is changed that is not published. */
  isChanged: RefObject<boolean>;
  published: (answer: Stored) => void;
  /** Called with an earlier look that was published again. */
  restored: (answer: Stored) => void;
};

/** Lets a look be made: it shows its colours and pictures, what they give, and how well it can be read. */
export function Studio({ branding, isChanged, published, restored }: Props) {
  const t = useWords('brand');
  const show = useShowFirm();
  const before = shownColors(branding);
  const [pictures, setPictures] = useState(kept);
  const path = { tenantUuid: branding.tenantUuid };
  // What is published is laid over the newest that is known.
  const newest = useRef(branding);
  const state = useForm({
    initial: before,
    version: branding.stored.version,
    draft: 'branding',
    limits: 'confirmBranding',
    check: (values) =>
      Object.fromEntries(
        colorNames.filter((name) => !isColor(values[name])).map((name) => [name, t('colorWrong')]),
      ),
    send: (colors, { headers }) => publish({ colors, pictures, shown: newest.current }, headers),
    reread: async () => {
      newest.current = await call('getBranding', { path });
      const { stored, updatedBy, updatedAt } = newest.current;
      return {
        values: shownColors(newest.current),
        version: stored.version,
        who: updatedBy ?? undefined,
        ago: showAgo(updatedAt),
      };
    },
    anew: (answer) => ({ values: shownColors(answer), version: answer.stored.version }),
    saved: (answer) => {
      show(lookOf(answer, shownColors(answer)));
      const { updatedBy } = newest.current;
      const isOver = newest.current.stored.version !== branding.stored.version && updatedBy;
      toast({ message: isOver ? t('publishedOver', { name: updatedBy }) : t('published') });
      newest.current = answer;
      // A picture that was chosen meanwhile is not published.
      const left = (name: PictureName, now: Pictures) =>
        now[name] === pictures[name] ? kept[name] : now[name];
      setPictures((now) => ({ logo: left('logo', now), favicon: left('favicon', now) }));
      published(answer);
    },
    pathOf: (field) => field.replace(/^colors\./, '').replace(/^(assets|files).*/, 'pictures'),
  });
  const { form, error } = state;
  isChanged.current =
    state.isTyped.current || pictureNames.some((name) => pictures[name].kind !== 'KEPT');
  const shown = useRef(pictures);
  useEffect(() => {
    forget(shown.current, pictures);
    shown.current = pictures;
  }, [pictures]);
  useEffect(() => () => forget(shown.current, kept), []);
  // What is typed half-way shows what was there before.
  const colors = {
    neutral: isColor(form.values.neutral) ? form.values.neutral : before.neutral,
    primary: isColor(form.values.primary) ? form.values.primary : before.primary,
    sidebar: isColor(form.values.sidebar) ? form.values.sidebar : before.sidebar,
  };
  const { updatedAt, updatedBy } = branding;
  return (
    <div className={classes.studio}>
      <Section title={t('look')}>
        <Form
          of={state}
          act={t('publish')}
          labelOf={(field) => t(`fields.${field}`, '')}
          show={(_, value) => String(value)}
          beside={
            <Button
              variant="default"
              onClick={() => {
                state.discard();
                form.setValues(shownColors(newest.current));
                setPictures(kept);
              }}
            >
              {t('discard')}
            </Button>
          }
          className={classes.fields}
        >
          {colorNames.map((name) => (
            <ColorField
              key={name}
              label={t(`fields.${name}`)}
              description={t(`texts.${name}`)}
              usual={branding.defaults.colors[name]}
              path={name}
              {...form.getInputProps(name)}
            />
          ))}
          {pictureNames.map((name) => (
            <PictureField
              key={name}
              name={name}
              branding={branding}
              picture={pictures[name]}
              refused={isRefused(name, error)}
              onChange={(picture) => setPictures({ ...pictures, [name]: picture })}
            />
          ))}
        </Form>
        {updatedAt && (
          <p className={classes.muted}>
            {updatedBy
              ? t('lastBy', { name: updatedBy, ago: showAgo(updatedAt) })
              : t('last', { ago: showAgo(updatedAt) })}
          </p>
        )}
      </Section>
      <div className={classes.results}>
        <Preview look={lookOf(branding, colors, pictures)} />
        <Contrasts colors={colors} />
        <BrandHistory tenantUuid={branding.tenantUuid} restored={restored} />
      </div>
    </div>
  );
}

/** Returns whether the platform refused a picture for what is in it: it names the file, or whichever was sent. */
function isRefused(name: PictureName, error: ApiError | null): boolean {
  if (error?.code !== 'ASSET_REJECTED') return false;
  const named = pictureNames.find((each) => new RegExp(`^(The )?${each}`).test(error.message));
  return (named ?? name) === name;
}

/** Lets the browser forget files whose pictures are shown no more. */
function forget(before: Pictures, now: Pictures) {
  for (const name of pictureNames) {
    const picture = before[name];
    const isGone = picture.kind === 'FILE' && picture !== now[name];
    if (isGone && picture.url) URL.revokeObjectURL(picture.url);
  }
}
