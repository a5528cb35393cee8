import { CloseButton } from '@mantine/core';
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { ApiError } from '../api-error.ts';
import { useWords } from '../i18n/words.ts';
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
    // Whoever opened a part has closed it with the card: then it opens again.
    const close = () => 'close' in props && typeof props.close === 'function' && props.close();
    return (
      <UnlessMissing key={shown.turn} again={again} close={close}>
        <Suspense fallback={meanwhile(props)}>
          <shown.part {...props} />
        </Suspense>
      </UnlessMissing>
    );
  };
}

type MissingProps = { again: () => void; close: () => void };
type BoundaryProps = MissingProps & { children: ReactNode };

type State = { error?: unknown; isClosed?: boolean };

class UnlessMissing extends Component<BoundaryProps, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error, isClosed } = this.state;
    const { again, close, children } = this.props;
    if (error === undefined) return children;
    if (!(error instanceof NotLoaded)) throw error;
    if (isClosed) return null;
    const end = () => {
      this.setState({ isClosed: true });
      close();
    };
    return <Missing again={again} close={end} />;
  }
}

function Missing({ again, close }: MissingProps) {
  const t = useWords('common');
  return (
    <div className={classes.missing}>
      <ErrorCard error={new ApiError(0, { code: 'OFFLINE' })} retry={again} />
      <CloseButton className={classes.close} aria-label={t('close')} onClick={close} />
    </div>
  );
}
