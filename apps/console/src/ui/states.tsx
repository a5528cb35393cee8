import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCopy, IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { ApiError } from '../api-error.ts';
import { loadWords, useWords } from '../i18n/words.ts';
import { Button } from './button.tsx';
import { copy } from './copy.ts';
import classes from './states.module.css';

/** Says that what is shown was answered to another question, while the answer to this one is on its way. */
const OldData = createContext(false);

type ReadProps<T> = {
  of: UseQueryResult<T, ApiError>;
  /** The same geometry as the content. */
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
};

/** The content of a read: a skeleton first, then the content, or a card that says what failed. */
export function Read<T>({ of, skeleton, children }: ReadProps<T>) {
  if (of.data !== undefined && !(of.isError && of.isPlaceholderData))
    return (
      <div
        aria-busy={of.isPlaceholderData}
        className={of.isPlaceholderData ? classes.old : undefined}
      >
        <OldData value={of.isPlaceholderData}>{children(of.data)}</OldData>
      </div>
    );
  if (of.isError) return <ErrorCard error={of.error} retry={() => void of.refetch()} />;
  return (
    <div aria-busy="true">
      <Late>{skeleton ?? <Lines />}</Late>
    </div>
  );
}

/** Shows what is shown only when the wait is long enough to be noticed; its place is kept meanwhile. */
function Late({ children }: { children: ReactNode }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return <div className={isLate ? undefined : classes.hidden}>{children}</div>;
}

/** Grey lines in place of rows. */
export function Lines({ count = 3, height = 20 }: { count?: number; height?: number }) {
  return (
    <div className={classes.lines}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move.
        <Skeleton key={index} height={height} radius={6} />
      ))}
    </div>
  );
}

/** The sentence for a failure: by its code where the console knows it, else what the server said. */
export function useProblem(error: ApiError): { title: string; detail: string } {
  const t = useWords('problems');
  const common = useWords('common');
  const [, setLoaded] = useState(false);
  useEffect(() => {
    // A failure that the console found itself may be the first.
    void loadWords(['problems']).then(
      () => setLoaded(true),
      () => undefined,
    );
  }, []);
  // What is no answer of the API has no words for a person.
  if (!isApiError(error)) return { title: common('failed'), detail: '' };
  if (error.status === 0) return { title: common('noServer'), detail: '' };
  const title = t(`code.${error.code}`, { defaultValue: '' });
  return { title: title || common('failed'), detail: title ? '' : error.message };
}

export function ErrorCard({ error, retry }: { error: ApiError; retry?: () => void }) {
  const t = useWords('common');
  const wait = useCountdown(error);
  const { title, detail } = useProblem(error);
  return (
    <div className={classes.error}>
      <IconAlertTriangle size={20} aria-hidden className={classes.errorIcon} />
      <div className={classes.grow}>
        {/* What counts down beneath is not spoken each second. */}
        <div role="alert">
          <p className={classes.errorTitle}>{title}</p>
          {detail && <p className={classes.muted}>{detail}</p>}
        </div>
        {wait > 0 && <p className={classes.muted}>{t('wait', { count: wait })}</p>}
        <div className={classes.buttons}>
          {retry && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={14} />}
              disabled={wait > 0}
              onClick={retry}
            >
              {t('tryAgain')}
            </Button>
          )}
          {error.requestId && (
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconCopy size={14} />}
              onClick={() => void copy(error.requestId ?? '')}
            >
              {t('copyReference')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** Says that there is none of something, once that is known. */
export function None({ children }: { children: ReactNode }) {
  return useContext(OldData) ? <Lines count={8} height={36} /> : children;
}

/** One sentence, one picture, one button: what an empty place is for. */
export function Empty({
  icon,
  title,
  text,
  act,
}: {
  icon?: ReactNode;
  title: string;
  text?: string;
  act?: ReactNode;
}) {
  return (
    <None>
      <div className={classes.empty}>
        {icon && (
          <span className={classes.emptyIcon} aria-hidden>
            {icon}
          </span>
        )}
        <p className={classes.emptyTitle}>{title}</p>
        {text && <p className={classes.muted}>{text}</p>}
        {act}
      </div>
    </None>
  );
}

/** The seconds that remain of a pause the server asked for, counted down to 0. */
export function useCountdown(error: ApiError | null): number {
  const [left, setLeft] = useState(error?.retryAfter ?? 0);
  useEffect(() => {
    const until = performance.now() + (error?.retryAfter ?? 0) * 1_000;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1_000)));
    tick();
    if (!error?.retryAfter) return;
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;
