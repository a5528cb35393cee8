import { Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useIsPhone } from '../ui/phone-width.ts';
import classes from './list.module.css';
import type { LookProps } from './list-look.ts';

const Choices = lazyPart(() => import('./list-look-choices.tsx'));

/** Chooses the columns of a list and the height of its rows. */
export function LookMenu(props: LookProps) {
  const t = useWords('tables');
  if (useIsPhone()) return null;
  return (
    <Popover position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <Button
          writes
          variant="default"
          size="xs"
          className={classes.tool}
          leftSection={<IconColumns3 size={15} aria-hidden />}
        >
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')}>
        <Choices {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}
