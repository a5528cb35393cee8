import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { type Person, patternOf } from './find-person.ts';

/** The text in place of one that was cleared. */
const blank = '—';

type Texts = { table: string; columns: readonly string[]; cast?: 'jsonb' };

/** Texts in which people are written about, wherever in the firm. */
const everywhere: readonly Texts[] = [
  { table: 'notes', columns: ['text'] },
  { table: 'note_versions', columns: ['text'] },
  { table: 'tasks', columns: ['title', 'details'] },
  {
    table: 'meetings',
    columns: [
      'title',
      'description',
      'internal_notes',
      'meeting_information',
      'location_detail',
      'organizer_name',
      'organizer_email',
    ],
  },
  { table: 'households', columns: ['name'] },
  { table: 'household_history', columns: ['content'], cast: 'jsonb' },
  { table: 'organisations', columns: ['name', 'legal_name'] },
  {
    table: 'contacts',
    columns: [
      'identity_documents',
      'pep_entries',
      'company_names',
      'current_employment',
      'employment_history',
      'custom_fields',
    ],
    cast: 'jsonb',
  },
  { table: 'saved_views', columns: ['name'] },
  { table: 'saved_views', columns: ['filters', 'question'], cast: 'jsonb' },
];

/** The records whose texts can mean a person by a single word of the name. */
type NearBy = { households: readonly string[]; meetings: readonly string[] };

/**
 * Clears whole names, e-mails and numbers of a person from texts everywhere, and single words of the
 * names from what is written about the person's households and meetings, unless another of the family
 * bears them. Returns the number of records that were changed.
 */
export async function clearTexts(tx: Tx, person: Person, nearBy: NearBy): Promise<number> {
  const { distinctive, words } = person.values;
  let count = 0;
  const pattern = patternOf(distinctive);
  for (const texts of everywhere) count += await clear(tx, texts, pattern, tx`true`);

  const own = patternOf(await withoutFamily(tx, words, nearBy.households));
  const households = tx`household_uuid = any(${[...nearBy.households]})`;
  const meetings = tx`meeting_uuid = any(${[...nearBy.meetings]})`;
  const about = tx`(${households} or ${meetings})`;
  const where: Record<string, Fragment> = {
    notes: about,
    note_versions: tx`note_uuid in (select note_uuid from notes where ${about})`,
    tasks: about,
    meetings,
    households,
    household_history: tx`${households} and source = 'households'`,
  };
  for (const texts of everywhere) {
    const near = where[texts.table];
    if (near) count += await clear(tx, texts, own, near);
  }
  return count;
}

async function clear(tx: Tx, { table, columns, cast }: Texts, pattern: string, where: Fragment) {
  const cleared = (column: string) => {
    const replaced = tx`regexp_replace(${tx(column)}::text, ${pattern}, ${blank}, 'gi')`;
    return tx`${tx(column)} = ${cast ? tx`${replaced}::jsonb` : replaced}`;
  };
  const matches = (column: string) => tx`coalesce(${tx(column)}::text ~* ${pattern}, false)`;
  const [first = '', ...rest] = columns;
  const set = rest.reduce((all, each) => tx`${all}, ${cleared(each)}`, cleared(first));
  const found = rest.reduce((all, each) => tx`${all} or ${matches(each)}`, matches(first));
  const { count } = await tx`update ${tx(table)} set ${set} where ${where} and (${found})`;
  return count;
}

/** Returns the words that no other live member of the households bears in a name. */
async function withoutFamily(tx: Tx, words: readonly string[], households: readonly string[]) {
  const rows = await tx<{ word: string }[]>`
    select word from unnest(${[...words]}::text[]) word
     where not exists (
       select from household_members m
         join contacts c on c.tenant_uuid = m.tenant_uuid and c.contact_uuid = m.contact_uuid
        where m.household_uuid = any(${[...households]}) and m.removed_at is null
          and c.deleted_at is null
          and fold(word) = any(string_to_array(fold(concat_ws(' ', c.first_name, c.middle_name,
                c.paternal_last_name, c.maternal_last_name)), ' ')))`;
  return rows.map(({ word }) => word);
}
