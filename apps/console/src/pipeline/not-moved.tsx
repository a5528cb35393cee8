import { useWords } from '../i18n/words.ts';
import { nameOf } from '../records/person-name.ts';
import { faultText } from '../ui/form.tsx';
import { useProblem } from '../ui/states.tsx';
import classes from './pipeline.module.css';
import type { Refused } from './use-pipeline.ts';

/** Says who was put back to their stage, and why the server refused the move. */
export function NotMoved({ refused: { person, error } }: { refused: Refused }) {
  const t = useWords('pipeline');
  const { title, detail } = useProblem(error);
  const reasons = [title, detail, ...error.errors.map(faultText)].filter(Boolean).join('. ');
  return (
    <p role="alert" className={classes.why}>
      <strong>{t('stays', { name: nameOf(person) })}</strong> {reasons}
    </p>
  );
}
