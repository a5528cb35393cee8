import { ActionIcon, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { typedDate } from '../time.ts';
import { parseDate, type Toward } from '../typed-dates.ts';
import { lazyPart } from './lazy-part.tsx';
import { TypedField, type TypedProps } from './typed-field.tsx';

// The picture of a month is fetched when somebody opens one.
const Month = lazyPart(
  () => import('./month.tsx'),
  () => <div aria-busy="true" />,
);

/** A date, typed as people do, "1/12" or "tomorrow", or picked from a month (Alt ↓); its value is `1980-05-17`. */
export function DateField({ toward = 'NEXT', ...props }: TypedProps & { toward?: Toward }) {
  const t = useWords('common');
  const [isOpen, setOpen] = useState(false);
  const { value, onChange } = props;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <div>
          <TypedField
            placeholder={t('date.form')}
            aria-keyshortcuts="Alt+ArrowDown"
            {...props}
            parse={(text) => parseDate(text, toward)}
            show={typedDate}
            wrong={t('date.wrong', { form: t('date.form') })}
            press={(event) => {
              if (!event.altKey || event.key !== 'ArrowDown') return;
              event.preventDefault();
              setOpen(true);
            }}
            rightSection={
              <ActionIcon
                variant="subtle"
                color="gray"
                tabIndex={-1}
                aria-label={t('date.pick')}
                onClick={() => setOpen(!isOpen)}
              >
                <IconCalendar size={16} stroke={1.7} aria-hidden />
              </ActionIcon>
            }
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('date.pick')}>
        {isOpen && (
          <Month
            value={parseDate(value ?? '', toward)}
            pick={(date) => {
              onChange(date);
              setOpen(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
