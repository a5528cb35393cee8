import { call, type QueryOf } from '../api.ts';
import { can } from '../can.ts';
import { getSession } from '../session.ts';
import { showAgo } from '../time.ts';

export type RecordKey = Pick<QueryOf<'listHistory'>, 'entityType' | 'entityUuid'>;

/** Returns who changed a record last, and how long ago; nothing where that is not known. */
export async function lastChangeOf(of: RecordKey): Promise<{ who?: string; ago?: string }> {
  if (!can('listHistory', getSession()?.user)) return {};
  try {
    const { content } = await call('listHistory', { query: { ...of, size: 1 } });
    const [last] = content;
    return last?.actorName ? { who: last.actorName, ago: showAgo(last.at) } : {};
  } catch {
    // The conflict is shown without a name.
    return {};
  }
}
