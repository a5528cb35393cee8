import { useEffect, useState } from 'react';
import { useShowFirm } from '../branding.tsx';
import { queryClient, refreshAfter } from '../data.ts';
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

/** Lets a look be made: it shows its colours and pictures, what they give, and how well it can be read. */
export function Studio({ branding }: { branding: Stored }) {
  const t = useWords('brand');
  const show = useShowFirm();
  const before = shownColors(branding);
  const [pictures, setPictures] = useState(kept);
  const key = ['getBranding', { path: { tenantUuid: branding.tenantUuid } }];
  const state = useForm({
    initial: before,
    draft: 'branding',
    check: (values) =>
      Object.fromEntries(
        colorNames.filter((name) => !isColor(values[name])).map((name) => [name, t('colorWrong')]),
      ),
    send: (colors, { headers }) => publish({ colors, pictures, shown: branding }, headers),
    saved: (answer) => {
      show(lookOf(answer, shownColors(answer)));
      queryClient.setQueryData(key, answer);
      void refreshAfter(['confirmBranding'], key);
      toast({ message: t('published') });
    },
    pathOf: (field) => field.replace(/^colors\./, '').replace(/^(assets|files).*/, 'pictures'),
  });
  const { form, error } = state;
  useEffect(() => () => forget(pictures), [pictures]);
  // What is typed half-way shows what was there before.
  const colors = {
    neutral: isColor(form.values.neutral) ? form.values.neutral : before.neutral,
    primary: isColor(form.values.primary) ? form.values.primary : before.primary,
    sidebar: isColor(form.values.sidebar) ? form.values.sidebar : before.sidebar,
  };
  const isStale = error?.code === 'STALE_BRANDING_SESSION';
  const { updatedAt, updatedBy } = branding;
  return (
    <div className={classes.studio}>
      <Section title={t('look')}>
        <Form
          of={state}
          act={t('publish')}
          labelOf={(field) => t(`fields.${field}`)}
          beside={
            <Button
              variant="default"
              onClick={() => {
                state.discard();
                form.setValues(before);
                setPictures(kept);
              }}
            >
              {t('discard')}
            </Button>
          }
          className={classes.fields}
        >
          {isStale && (
            <div role="alert" className={classes.stale}>
              <p>{t('stale')}</p>
              <Button
                size="xs"
                variant="default"
                onClick={() => void queryClient.invalidateQueries({ queryKey: key })}
              >
                {t('reread')}
              </Button>
            </div>
          )}
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
        <BrandHistory tenantUuid={branding.tenantUuid} />
      </div>
    </div>
  );
}

/** Lets the browser forget files whose pictures are shown no more. */
function forget(pictures: Pictures) {
  for (const picture of Object.values(pictures))
    if (picture.kind === 'FILE') URL.revokeObjectURL(picture.url);
}
