import { MantineThemeProvider, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { FirmPreview } from '../branding.tsx';
import type { Branding } from '../config.ts';
import { useWords } from '../i18n/words.ts';
import { IsPicture } from '../session/card.tsx';
import SignIn from '../session/sign-in.tsx';
import { themeOf, variablesOf } from '../theme.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { FramePicture } from '../ui/frame-picture.ts';
import { Section } from '../ui/page.tsx';
import classes from './brand.module.css';

/** The real sign-in page and the real frame of the console, in a look that is not published yet. */
export function Preview({ look }: { look: Branding }) {
  const t = useWords('brand');
  return (
    <Section title={t('preview')}>
      <div className={classes.frames}>
        <Frame look={look} caption={t('frames.signIn')}>
          <IsPicture value>
            <SignIn />
          </IsPicture>
        </Frame>
        <Frame look={look} caption={t('frames.console')}>
          <Console />
        </Frame>
      </div>
    </Section>
  );
}

/** The width that what is in a frame is drawn for, before it is made small. */
const drawnWidth = 1_120;
const drawnHeight = 640;

function Frame({
  look,
  caption,
  children,
}: {
  look: Branding;
  caption: string;
  children: ReactNode;
}) {
  const scheme = useComputedColorScheme('light');
  const place = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0.5);
  const { neutral, primary, sidebar } = look.colors;
  const drawn = useMemo(() => {
    const colors = { neutral, primary, sidebar };
    return { theme: themeOf(colors).theme, variables: variablesOf(colors, scheme) };
  }, [neutral, primary, sidebar, scheme]);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setScale((entry?.contentRect.width ?? drawnWidth) / drawnWidth),
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <figure className={classes.frame}>
      <div ref={place} className={classes.window} style={{ height: drawnHeight * scale }}>
        <div
          inert
          aria-hidden
          className={classes.drawn}
          style={{
            ...drawn.variables,
            width: drawnWidth,
            height: drawnHeight,
            transform: `scale(${scale})`,
          }}
        >
          <MantineThemeProvider theme={drawn.theme}>
            <FirmPreview branding={look}>{children}</FirmPreview>
          </MantineThemeProvider>
        </div>
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/** The frame of the console around a little of what stands in it. */
function Console() {
  const t = useWords('brand');
  const Picture = useContext(FramePicture);
  return (
    <div className={classes.console}>
      {Picture && (
        <Picture>
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
        </Picture>
      )}
    </div>
  );
}
