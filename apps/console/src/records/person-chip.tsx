import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { can } from '../can.ts';
import { loadWords } from '../i18n/words.ts';
import type { Href } from '../paths.ts';
import { usePerson } from '../person.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Link } from '../ui/link.tsx';
import { useGlance } from './use-glance.ts';
import type { Whom } from './whom.ts';

const Glance = lazyPart(async () => {
  const [glance] = await Promise.all([import('./person-glance.tsx'), loadWords(['glance'])]);
  return glance;
});

type Props = {
  /** Nobody where a name has no record. */
  of: Whom | undefined;
  /** Where the name leads; without it the chip stands in something that leads on by itself. */
  href?: Href | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * A person by name, wherever one is named: pointed at, or as a link tapped or asked with Alt ↓, it shows
 * household and wealth. Nothing is asked of the server before.
 */
export function PersonChip({ of, href, className, children }: Props) {
  const user = usePerson();
  const place = useRef<HTMLAnchorElement>(null);
  const glance = useGlance();
  if (!of || !can('getContactOverview', user))
    return href ? (
      <Link href={href} className={className}>
        {children}
      </Link>
    ) : (
      <span className={className}>{children}</span>
    );
  const pointed = {
    onPointerMove: glance.onPointerMove,
    onPointerLeave: glance.onPointerLeave,
    onPointerDown: glance.cancel,
  };
  const opened = glance.state && place.current && (
    <Glance of={of} anchor={place.current} glance={glance} />
  );
  if (!href)
    return (
      <>
        <span ref={place} className={className} {...pointed}>
          {children}
        </span>
        {opened}
      </>
    );
  const ask = (event: KeyboardEvent) => {
    if (!event.altKey || event.key !== 'ArrowDown') return;
    event.preventDefault();
    glance.ask();
  };
  const tap = (event: MouseEvent) => {
    // In today's browsers a click is a pointer event, which says by what it was made.
    if ((event.nativeEvent as Partial<PointerEvent>).pointerType !== 'touch') return;
    event.preventDefault();
    glance.ask();
  };
  return (
    <>
      <Link
        ref={place}
        href={href}
        className={className}
        {...pointed}
        aria-keyshortcuts="Alt+ArrowDown"
        onKeyDown={ask}
        onClick={tap}
      >
        {children}
      </Link>
      {opened}
    </>
  );
}
