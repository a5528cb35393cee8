import { IconCopy, IconShieldCheck } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showNumber, showTime } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { copy } from '../ui/copy.ts';
import { Lines, Read } from '../ui/states.tsx';
import classes from './activity.module.css';

/** Shows how far the chain of the trail reaches, with the hash that proves it when noted elsewhere. */
export function ProofState() {
  const t = useWords('activity');
  const head = useRead('getAuditHead', {}, { every: 60_000 });
  return (
    <section className={classes.proofCard} aria-label={t('proof.title')}>
      <Read of={head} skeleton={<Lines count={1} height={44} />}>
        {({ sequence, hash, sealedAt }) => (
          <div className={classes.proofRow}>
            <IconShieldCheck size={24} aria-hidden className={classes.shield} />
            <span className={classes.proofText}>
              <strong>{t('proof.chain', { count: sequence, shown: showNumber(sequence) })}</strong>
              <span className={classes.muted}>
                {sealedAt ? t('proof.sealed', { time: showTime(sealedAt) }) : t('proof.unsealed')}
              </span>
              <code className={classes.hash}>{hash}</code>
            </span>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconCopy size={14} aria-hidden />}
              onClick={() => void copy(hash, t('proof.copied'))}
            >
              {t('proof.copy')}
            </Button>
          </div>
        )}
      </Read>
    </section>
  );
}
