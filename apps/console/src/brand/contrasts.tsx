import { contrast } from '../color.ts';
import { useWords } from '../i18n/words.ts';
import { type BrandColors, paletteOf } from '../theme.ts';
import { locale } from '../time.ts';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import classes from './brand.module.css';

/** The least at which a text is read well (WCAG 2.2, AA). */
const least = 4.5;

type Use = { name: string; before: number; after: number };

/** Returns how well each use of the colours reads: as they were chosen, and as they are drawn. */
function usesOf(colors: BrandColors, scheme: 'light' | 'dark'): Use[] {
  const palette = paletteOf(colors, scheme);
  const at = (name: `--a-${string}`) => palette[name] ?? '#000000';
  return [
    {
      name: 'button',
      before: contrast('#ffffff', colors.primary),
      after: contrast(at('--a-on-brand'), at('--a-brand')),
    },
    {
      name: 'link',
      before: contrast(colors.primary, at('--a-card')),
      after: contrast(at('--a-link'), at('--a-card')),
    },
    {
      name: 'sidebar',
      before: contrast('#ffffff', colors.sidebar),
      after: contrast(at('--a-on-sidebar'), at('--a-sidebar')),
    },
    {
      name: 'sidebarMuted',
      before: contrast('#ffffff', colors.sidebar),
      after: contrast(at('--a-sidebar-muted'), at('--a-sidebar')),
    },
    {
      name: 'text',
      before: contrast(colors.neutral, at('--a-card')),
      after: contrast(at('--a-ink'), at('--a-card')),
    },
    {
      name: 'muted',
      before: contrast(colors.neutral, at('--a-page')),
      after: contrast(at('--a-muted'), at('--a-page')),
    },
  ];
}

/** Shows how well each use of the colours can be read, before and after the console put it right. */
export function Contrasts({ colors }: { colors: BrandColors }) {
  const t = useWords('brand');
  const shown = (ratio: number) => `${(Math.floor(ratio * 10) / 10).toLocaleString(locale())} : 1`;
  return (
    <Section title={t('contrasts.title')}>
      <p className={classes.muted}>{t('contrasts.text')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section className={classes.scroll} aria-label={t('contrasts.title')} tabIndex={0}>
        <table className={classes.table}>
          <caption className="visually-hidden">{t('contrasts.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('contrasts.use')}</th>
              <th scope="col">{t('contrasts.before')}</th>
              <th scope="col">{t('contrasts.light')}</th>
              <th scope="col">{t('contrasts.dark')}</th>
            </tr>
          </thead>
          <tbody>
            {usesOf(colors, 'light').map(({ name, before, after }, index) => {
              const dark = usesOf(colors, 'dark')[index]?.after ?? 0;
              return (
                <tr key={name}>
                  <th scope="row">{t(`contrasts.uses.${name}`)}</th>
                  <td>
                    <Chip tone={before >= least ? 'good' : 'warn'}>{shown(before)}</Chip>
                  </td>
                  <td>
                    <Chip tone={after >= least ? 'good' : 'bad'}>{shown(after)}</Chip>
                  </td>
                  <td>
                    <Chip tone={dark >= least ? 'good' : 'bad'}>{shown(dark)}</Chip>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </Section>
  );
}
