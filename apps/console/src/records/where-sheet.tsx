import { ActionIcon, Select } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { showList } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/dialog.tsx';
import type { Recorded } from './catalogue.ts';
import {
  arityOf,
  conditionOf,
  type FilterType,
  type Operator,
  operatorsOf,
  type Typed,
} from './conditions.ts';
import type { Filter } from './filter.ts';
import classes from './filters.module.css';
import type { Condition } from './list-state.ts';
import { showValue } from './shown-value.ts';
import { type AskedField, useFilteredFields } from './use-filtered-fields.ts';
import { WhereValue } from './where-value.tsx';

type Props = {
  record: Recorded;
  filters: readonly Filter[];
  conditions: readonly Condition[];
  set: (conditions: readonly Condition[]) => void;
  close: () => void;
};

const nothing: Typed = { field: '', operator: 'EQUALS', value: '', values: [], min: '', max: '' };
const isDated = (type: FilterType) => type === 'date' || type === 'time' || type === 'localTime';

/** The conditions of a list, one below the other, and a place to add one. */
export default function WhereSheet({ record, filters, conditions, set, close }: Props) {
  const t = useWords('tables');
  const fields = useFilteredFields(record, filters);
  const [typed, setTyped] = useState(nothing);
  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part });
  const field = fields.find(({ name }) => name === typed.field);
  const next = field && conditionOf(typed, field.filter);
  const add = () => {
    if (next) set([...conditions, next]);
    setTyped(nothing);
  };
  const operatorWord = useOperatorWord();
  const tell = useTold(fields);
  return (
    <Sheet title={t('where.title')} isOpen close={close}>
      <div className={classes.sheet}>
        <p className={classes.lead}>{t('where.lead')}</p>
        {conditions.length === 0 && <p className={classes.lead}>{t('where.none')}</p>}
        <ul className={classes.conditions}>
          {conditions.map((each) => (
            <li key={JSON.stringify(each)}>
              <span>{tell(each)}</span>
              <ActionIcon
                variant="subtle"
                aria-label={t('where.remove', { name: tell(each) })}
                onClick={() => set(conditions.filter((other) => other !== each))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <Select
          label={t('where.field')}
          data={fields.map(({ name, label }) => ({ value: name, label }))}
          value={typed.field || null}
          onChange={(name) => setTyped({ ...nothing, field: name ?? '' })}
          searchable
        />
        {field && (
          <>
            <Select
              label={t('where.operator')}
              data={operatorsOf(field).map((value) => ({
                value,
                label: operatorWord(value, field.filter),
              }))}
              value={typed.operator}
              allowDeselect={false}
              onChange={(value) => change({ operator: (value ?? 'EQUALS') as Operator })}
            />
            <WhereValue field={field} typed={typed} change={change} />
          </>
        )}
        <Button variant="default" disabled={!next} onClick={add}>
          {t('where.add')}
        </Button>
        <Button
          onClick={() => {
            add();
            close();
          }}
        >
          {t('where.show')}
        </Button>
      </div>
    </Sheet>
  );
}

/** Returns the word for a comparison: of dates another than of numbers. */
function useOperatorWord(): (operator: Operator, type: FilterType) => string {
  const t = useWords('tables');
  return (operator, type) => {
    const word = t(`where.operators.${operator}`);
    return isDated(type) ? t(`where.dates.${operator as string}`, { defaultValue: word }) : word;
  };
}

/** Returns how a condition is told: field, comparison and values, all in words. */
function useTold(fields: readonly AskedField[]): (condition: Condition) => string {
  const operatorWord = useOperatorWord();
  return ({ field: name, operator: stated, value, values, min, max }) => {
    const field = fields.find((each) => each.name === name);
    const shown = (one: unknown) => {
      const text = String(one ?? '');
      const label = field?.options?.find((each) => each.value === text)?.label;
      return label ?? (field ? showValue(text, field.filter) : text);
    };
    const asked = stated.toUpperCase() as Operator;
    // A moment on a day is one between its ends.
    const operator = asked === 'RANGE' && shown(min) === shown(max) ? 'EQUALS' : asked;
    const told = {
      NONE: () => '',
      ONE: () => shown(asked === 'RANGE' ? min : value),
      SEVERAL: () => showList([values ?? value ?? []].flat().map(shown)),
      RANGE: () => `${shown(min)} – ${shown(max)}`,
    }[arityOf(operator)]();
    const word = operatorWord(operator, field?.filter ?? 'text');
    return [field?.label ?? name, word, told].filter(Boolean).join(' ');
  };
}
