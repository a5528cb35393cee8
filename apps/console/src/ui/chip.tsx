import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './chip.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'plain';

const icons = {
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconCircleX,
  info: IconInfoCircle,
  plain: IconCircleDashed,
};

/** A state: an icon, a word and a colour that is never the firm's. `isQuiet` leaves the icon out. */
export function Chip({
  tone = 'plain',
  isQuiet,
  children,
}: {
  tone?: Tone;
  isQuiet?: boolean;
  children: ReactNode;
}) {
  const Icon = icons[tone];
  return (
    <span className={classes.chip} data-tone={tone}>
      {!isQuiet && <Icon size={14} aria-hidden />}
      {children}
    </span>
  );
}
