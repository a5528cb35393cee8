import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { ApiError } from '../api-error.ts';
import { useProblem } from '../ui/states.tsx';
import classes from './outcomes.module.css';

/**
 * What became of one of several records; `refusal` is the code for which it stayed as it was, `why` its reason
 * where there is a better one than the code's sentence.
 */
export type Outcome = {
  uuid: string;
  name: string;
  refusal: string | null;
  why?: string | undefined;
};

/** Tells what became of each of several records, of those that were refused first. */
export function Outcomes({ outcomes, done }: { outcomes: readonly Outcome[]; done: string }) {
  const isRefused = ({ refusal }: Outcome) => refusal !== null;
  const inOrder = [...outcomes].sort((a, b) => Number(isRefused(b)) - Number(isRefused(a)));
  return (
    <ul className={classes.outcomes}>
      {inOrder.map(({ uuid, name, refusal, why }) => (
        <li key={uuid} data-bad={refusal !== null || undefined}>
          {refusal === null ? (
            <IconCircleCheck size={16} aria-hidden />
          ) : (
            <IconCircleX size={16} aria-hidden />
          )}
          <span>{name}</span>
          <span className={classes.quiet}>
            {refusal === null ? done : (why ?? <Reason code={refusal} />)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Reason({ code }: { code: string }) {
  return useProblem(new ApiError(409, { code })).title;
}
