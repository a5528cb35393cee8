import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { ApiError } from '../api-error.ts';
import classes from './lazy-part.module.css';
import { ErrorCard } from './states.tsx';

class NotLoaded extends Error {}

/**
 * Returns a part of a page whose script comes when the part is first shown; until then something else may
 * stand in its place. Where it could not come a card says so and tries again; the rest of the page stays,
 * with all that was typed.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  const begin = () =>
    lazy(() =>
      load().catch((cause: unknown) => {
        // Whoever shows it next tries again.
        part = begin();
        throw new NotLoaded('A part of the page could not be loaded', { cause });
      }),
    ) as unknown as ComponentType<Props>;
  let part = begin();
  return function LazyPart(props: Props) {
    const [shown, setShown] = useState({ part, turn: 0 });
    const again = () => setShown(({ turn }) => ({ part, turn: turn + 1 }));
    return (
      <UnlessMissing key={shown.turn} again={again}>
        <Suspense fallback={meanwhile(props)}>
          <shown.part {...props} />
        </Suspense>
      </UnlessMissing>
    );
  };
}

type BoundaryProps = { again: () => void; children: ReactNode };

class UnlessMissing extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof NotLoaded)) throw error;
    return (
      <div className={classes.missing}>
        <ErrorCard error={new ApiError(0, { code: 'OFFLINE' })} retry={this.props.again} />
      </div>
    );
  }
}
