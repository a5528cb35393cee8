import { MantineThemeProvider, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { FirmPreview } from '../branding.tsx';
import type { Branding } from '../config.ts';
import { useWords } from '../i18n/words.ts';
import { IsPicture } from '../session/card.tsx';
import SignIn from '../session/sign-in.tsx';
import { themeOf, variablesOf } from '../theme.ts';
import { Section } from '../ui/page.tsx';
import classes from './brand.module.css';
import { ConsoleSample, PhoneSample, useSampleLetter } from './samples.tsx';
import { Letter, Window } from './window.tsx';

/** The sizes that what is in a frame is drawn for, before it is made small. */
const sizes = {
  screen: { width: 1_120, height: 640 },
  mail: { width: 560, height: 640 },
  phone: { width: 390, height: 640 },
};

/** The real sign-in page, console, mail and phone, in a look that is not published yet. */
export function Preview({ look }: { look: Branding }) {
  const t = useWords('brand');
  return (
    <Section title={t('preview')}>
      <div className={classes.frames}>
        <Frame look={look} size="screen" caption={t('frames.signIn')}>
          {(drawn) => (
            <Drawn {...drawn}>
              <IsPicture value>
                <SignIn />
              </IsPicture>
            </Drawn>
          )}
        </Frame>
        <Frame look={look} size="screen" caption={t('frames.console')}>
          {(drawn) => (
            <Drawn {...drawn}>
              <ConsoleSample />
            </Drawn>
          )}
        </Frame>
        <div className={classes.pair}>
          <Frame look={look} size="mail" caption={t('frames.mail')}>
            {(drawn) => <Mail {...drawn} />}
          </Frame>
          <Frame look={look} size="phone" caption={t('frames.phone')}>
            {({ variables, ...place }) => (
              <Window {...place} title={t('frames.phone')}>
                <div className={classes.phone} style={variables}>
                  <PhoneSample />
                </div>
              </Window>
            )}
          </Frame>
        </div>
      </div>
    </Section>
  );
}

type Place = { width: number; height: number; scale: number };
type Drawn = Place & { variables: Record<string, string> };

/** What is in a frame, drawn at its own size and then made small; nobody can act in it. */
function Drawn({ variables, width, height, scale, children }: Drawn & { children: ReactNode }) {
  return (
    <div
      inert
      aria-hidden
      className={classes.drawn}
      style={{ ...variables, width, height, transform: `scale(${scale})` }}
    >
      {children}
    </div>
  );
}

function Mail({ variables: _, ...place }: Drawn) {
  const t = useWords('brand');
  return <Letter html={useSampleLetter()} {...place} title={t('frames.mail')} />;
}

type FrameProps = {
  look: Branding;
  size: keyof typeof sizes;
  caption: string;
  children: (drawn: Drawn) => ReactNode;
};

function Frame({ look, size, caption, children }: FrameProps) {
  const { width, height } = sizes[size];
  const scheme = useComputedColorScheme('light');
  const place = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0.5);
  const { neutral, primary, sidebar } = look.colors;
  const { theme, variables } = useMemo(() => {
    const colors = { neutral, primary, sidebar };
    return { theme: themeOf(colors).theme, variables: withPrimary(variablesOf(colors, scheme)) };
  }, [neutral, primary, sidebar, scheme]);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setScale((entry?.contentRect.width ?? width) / width),
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, [width]);
  return (
    <figure className={classes.frame}>
      <div ref={place} className={classes.window} style={{ height: height * scale }}>
        <MantineThemeProvider theme={theme}>
          <FirmPreview branding={look}>{children({ width, height, scale, variables })}</FirmPreview>
        </MantineThemeProvider>
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/** Adds the names by which parts call the first colour: those of the page are that of its own theme. */
function withPrimary(variables: Record<string, string>): Record<string, string> {
  const brand = '--mantine-color-brand-';
  const own = Object.entries(variables).filter(([name]) => name.startsWith(brand));
  const named = own.map(([name, value]) => [
    name.replace(brand, '--mantine-primary-color-'),
    value,
  ]);
  return { ...variables, ...Object.fromEntries(named) };
}
