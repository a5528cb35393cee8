import { Checkbox } from '@mantine/core';
import { type EventType, eventTypes } from '../../../platform/src/event-types.ts';
import { useWords } from '../i18n/words.ts';
import { useEventWords } from '../records/event-words.ts';
import classes from './developers.module.css';

const byKind = Map.groupBy(eventTypes, (type) => type.split('.')[0] ?? '');

type Props = { chosen: readonly EventType[]; onChange: (next: EventType[]) => void };

/** Chooses events: all of them, all of a kind of record, or one by one. None chosen means all. */
export function EventPicker({ chosen, onChange }: Props) {
  const t = useWords('developers');
  const { kindOf, actOf } = useEventWords();
  const without = (types: readonly EventType[]) => chosen.filter((each) => !types.includes(each));
  const toggle = (types: readonly EventType[], isOn: boolean) =>
    onChange(isOn ? [...without(types), ...types] : without(types));
  return (
    <fieldset className={classes.events}>
      <legend>{t('hooks.fields.eventTypes')}</legend>
      <p className={classes.muted}>
        {chosen.length === 0 ? t('hooks.allText') : t('hooks.events', { count: chosen.length })}
      </p>
      {[...byKind].map(([kind, types]) => {
        const count = types.filter((each) => chosen.includes(each)).length;
        const name = kindOf(types[0] ?? kind);
        return (
          <details key={kind}>
            <summary>
              {name}
              {count > 0 && <span>{` ${count} / ${types.length}`}</span>}
            </summary>
            <Checkbox
              label={t('hooks.allOf', { name })}
              checked={count === types.length}
              indeterminate={count > 0 && count < types.length}
              onChange={({ currentTarget }) => toggle(types, currentTarget.checked)}
            />
            {types.map((type) => (
              <Checkbox
                key={type}
                label={actOf(type)}
                description={type}
                checked={chosen.includes(type)}
                onChange={({ currentTarget }) => toggle([type], currentTarget.checked)}
              />
            ))}
          </details>
        );
      })}
    </fieldset>
  );
}
