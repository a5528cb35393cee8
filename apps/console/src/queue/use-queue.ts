import type { QueryOf } from '../api.ts';
import { useRead } from '../data.ts';
import { getSession } from '../session.ts';
import { type Kind, kindOf, type ServerKind } from './kinds.ts';
import { queueQuestion } from './queue-question.ts';

const pollEvery = 60_000;

type Options = {
  kind: Kind | undefined;
  /** Only what is the caller's own: people they manage, meetings they host, tasks of theirs. */
  isMine: boolean;
  /** Prospects of whom something is missing too. */
  withProspects: boolean;
};

/** Reads what waits to be mended, the gravest first, of one kind, or of all kinds one item a person. */
export function useQueue({ kind, isMine, withProspects }: Options) {
  const me = getSession()?.user.userUuid ?? '';
  const [one, ...others] = (Object.keys(kindOf) as ServerKind[]).filter(
    (each) => kindOf[each] === kind,
  );
  const query: QueryOf<'getWorkQueue'> = {
    ...queueQuestion(kind === undefined),
    ...(withProspects ? { withProspects } : {}),
    ...(one && others.length === 0 ? { kind: one } : {}),
    ...(isMine ? { responsibleUuid: me } : {}),
  };
  return useRead('getWorkQueue', { query }, { every: pollEvery, onReturn: true, keepsOld: true });
}
