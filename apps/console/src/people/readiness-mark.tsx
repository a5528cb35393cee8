import { rulesOfReadiness } from '../field-catalogue.ts';
import { useWords } from '../i18n/words.ts';
import { Ring } from '../ui/ring.tsx';
import classes from './people.module.css';

export type Readiness = { status: 'READY' | 'INCOMPLETE' | 'ATTENTION'; missing: number };

const tones = { READY: 'good', INCOMPLETE: 'info', ATTENTION: 'warn' } as const;

/** A ring and a word: how complete a person's record is. */
export function ReadinessMark({ readiness: { status, missing } }: { readiness: Readiness }) {
  const t = useWords('people');
  const enums = useWords('enums');
  const text = missing > 0 ? t('missing', { count: missing }) : enums(`readiness.${status}`);
  const label = `${enums(`readiness.${status}`)}: ${t('missing', { count: missing })}`;
  return (
    <span className={classes.readiness}>
      <Ring
        done={Math.max(0, rulesOfReadiness - missing)}
        total={rulesOfReadiness}
        tone={tones[status]}
        label={label}
        size={18}
      />
      <span>{status === 'ATTENTION' ? enums('readiness.ATTENTION') : text}</span>
    </span>
  );
}
