import { type ComponentProps, useState } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';

const MoveDialog = lazyPart(() => import('./move-dialog.tsx'));

/** Moves a meeting without dragging it, by a dialog that comes with the first wish to; its question outlives it. */
export function MoveTo(props: ComponentProps<typeof MoveDialog>) {
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  return wasOpen && <MoveDialog {...props} />;
}
