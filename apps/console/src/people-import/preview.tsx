import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { showNumber } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './imports.module.css';
import type { Checked } from './use-check.ts';
import { useReasons } from './use-reasons.ts';

const mostShown = 5;

/** Shows what an import would do: how many rows would come in, and why the first others would not. */
export function Preview({ check }: { check: UseQueryResult<Checked, ApiError> }) {
  const t = useWords('imports');
  return (
    <Section
      title={t('preview')}
      acts={
        <Button
          size="xs"
          variant="default"
          loading={check.isFetching}
          onClick={() => void check.refetch()}
        >
          {t('check')}
        </Button>
      }
    >
      <Read of={check} skeleton={<Lines count={2} height={24} />}>
        {(checked) => <Outcome checked={checked} />}
      </Read>
    </Section>
  );
}

function Outcome({ checked }: { checked: Checked }) {
  const t = useWords('imports');
  const reasonsOf = useReasons();
  const { rows, accepted, refused, existing, isSample, sample } = checked;
  const bad = sample.filter(({ errors }) => errors.length > 0).slice(0, mostShown);
  return (
    <>
      <p role="status" className={classes.muted}>
        {isSample && `${t('ofFirst', { rows: showNumber(rows) })} `}
        {t('wouldBe', { accepted: showNumber(accepted), refused: showNumber(refused) })}
        {existing > 0 && ` ${t('existing', { count: existing, shown: showNumber(existing) })}`}
      </p>
      {bad.length > 0 && (
        <ul className={classes.faults}>
          {bad.map(({ line, errors }) => (
            <li key={line}>
              {t('lineOf', { line })}: {reasonsOf(errors)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
