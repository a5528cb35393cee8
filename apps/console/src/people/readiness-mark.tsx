import type { AnswerOf } from '../api.ts';
import { rulesOfReadiness } from '../field-catalogue.ts';
import { useWords } from '../i18n/words.ts';
import { Ring } from '../ui/ring.tsx';
import classes from './people.module.css';

type Status = AnswerOf<'filterContacts'>['content'][number]['readiness']['status'];
export type Readiness = { status: Status; missing: number };

const tones = { ATTENTION: 'warn', INCOMPLETE: 'info', READY: 'good' } as const satisfies Record<
  Status,
  string
>;
/** How complete a record may be, in the order in which that is offered. */
export const readinessStates = Object.keys(tones) as Status[];

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
