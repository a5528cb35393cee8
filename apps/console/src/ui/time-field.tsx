import { useWords } from '../i18n/words.ts';
import { parseTime, timePlus } from '../time.ts';
import { TypedField, type TypedProps } from './typed-field.tsx';

const stepMinutes = 15;

/** A time of day by the clock of 24 hours; ↑ and ↓ move it by a quarter of an hour. */
export function TimeField(props: TypedProps) {
  const t = useWords('common');
  const { value, onChange } = props;
  return (
    <TypedField
      placeholder="00:00"
      {...props}
      parse={parseTime}
      show={(time) => time.slice(0, 5)}
      wrong={t('timeWrong')}
      press={(event) => {
        const step = { ArrowUp: stepMinutes, ArrowDown: -stepMinutes }[event.key];
        const now = parseTime(value ?? '');
        if (!step || !now) return;
        event.preventDefault();
        onChange(timePlus(now, step));
      }}
    />
  );
}
