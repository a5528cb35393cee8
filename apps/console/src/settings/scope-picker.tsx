import { Checkbox } from '@mantine/core';
import { areas, type Scope } from '../../../platform/src/auth/scopes.ts';
import { useWords } from '../i18n/words.ts';
import classes from './settings.module.css';

type Props = { scopes: readonly Scope[]; onChange: (scopes: Scope[]) => void };

/** Chooses how far a program reaches: each part of the API to read, to change, or not at all. */
export function ScopePicker({ scopes, onChange }: Props) {
  const t = useWords('settings');
  const toggle = (scope: Scope) =>
    onChange(scopes.includes(scope) ? scopes.filter((each) => each !== scope) : [...scopes, scope]);
  return (
    <fieldset className={classes.scopes}>
      <legend>{t('tokens.reach')}</legend>
      {areas.map((area) => (
        <div key={area} className={classes.scope}>
          <span>{t(`areas.${area}`)}</span>
          {(['read', 'write'] as const).map((way) => (
            <Checkbox
              key={way}
              label={t(`tokens.${way}`)}
              aria-label={`${t(`areas.${area}`)}: ${t(`tokens.${way}`)}`}
              checked={scopes.includes(`${area}:${way}`)}
              onChange={() => toggle(`${area}:${way}`)}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
}
