import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { useShowFirm } from '../branding.tsx';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showTime } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './brand.module.css';
import { colorNames, lookOf, type Stored, shownColors } from './look.ts';

type Version = AnswerOf<'listBrandingHistory'>[number];

type Props = { tenantUuid: string; restored: (answer: Stored) => void };

/** Lists what was published before, with the way back to it. */
export function BrandHistory({ tenantUuid, restored }: Props) {
  const t = useWords('brand');
  const show = useShowFirm();
  const path = { tenantUuid };
  const history = useRead('listBrandingHistory', { path });
  const restore = useWrite('restoreBranding');
  const [asked, setAsked] = useState<Version>();
  const run = ({ version }: Version) =>
    restore.mutate(
      { path: { tenantUuid, version } },
      {
        onSuccess: (answer) => {
          setAsked(undefined);
          show(lookOf(answer, shownColors(answer)));
          toast({ message: t('history.restored') });
          restored(answer);
        },
      },
    );
  return (
    <Section title={t('history.title')}>
      <Read of={history} skeleton={<Lines count={3} height={36} />}>
        {(versions) =>
          versions.length === 0 ? (
            <p className={classes.muted}>{t('history.none')}</p>
          ) : (
            <ul className={classes.versions}>
              {versions.map((each) => (
                <li key={each.version}>
                  <span className={classes.dots} aria-hidden>
                    {colorNames.map((name) => (
                      <span key={name} style={{ background: each.colors[name] }} />
                    ))}
                  </span>
                  <span className={classes.version}>
                    <strong>{showTime(each.publishedAt)}</strong>
                    <span className={classes.muted}>{each.publishedBy ?? t('history.nobody')}</span>
                  </span>
                  {each.isCurrent ? (
                    <Chip tone="good">{t('history.current')}</Chip>
                  ) : (
                    <Button
                      size="xs"
                      variant="subtle"
                      aria-label={t('history.actOf', { at: showTime(each.publishedAt) })}
                      onClick={() => setAsked(each)}
                    >
                      {t('history.act')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Read>
      {asked && (
        <Confirm
          title={t('history.askTitle', { at: showTime(asked.publishedAt) })}
          isOpen
          close={() => setAsked(undefined)}
          act={t('history.act')}
          isRunning={restore.isPending}
          run={() => run(asked)}
        >
          <p>{t('history.askText')}</p>
          {restore.error && <ErrorCard error={restore.error} />}
        </Confirm>
      )}
    </Section>
  );
}
