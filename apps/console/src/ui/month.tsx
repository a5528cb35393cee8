import '@mantine/dates/styles.css';
import 'dayjs/locale/es.js';
import { DatePicker } from '@mantine/dates';
import { useEffect, useRef } from 'react';
import { currentLanguage, useWords } from '../i18n/words.ts';

/** A month to pick a day from, by pointer or arrows. */
export default function Month({
  value,
  pick,
}: {
  value: string | undefined;
  pick: (date: string) => void;
}) {
  const t = useWords('common');
  const place = useRef<HTMLDivElement>(null);
  useEffect(
    () => place.current?.querySelector<HTMLElement>('td button[tabindex="0"]')?.focus(),
    [],
  );
  return (
    <DatePicker
      ref={place}
      locale={currentLanguage()}
      firstDayOfWeek={1}
      weekendDays={[]}
      value={value ?? null}
      {...(value ? { defaultDate: value } : {})}
      onChange={(date) => date && pick(date)}
      ariaLabels={{
        monthLevelControl: t('date.level'),
        yearLevelControl: t('date.level'),
        previousMonth: t('date.previous'),
        nextMonth: t('date.next'),
        previousYear: t('date.previous'),
        nextYear: t('date.next'),
        previousDecade: t('date.previous'),
        nextDecade: t('date.next'),
      }}
    />
  );
}
