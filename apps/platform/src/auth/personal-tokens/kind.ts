import type { Kind } from '../../kind.ts';
import { nameIn } from '../../kind.ts';

/** Tokens that people make for their programs. */
export const personalTokenKind: Kind = {
  entityType: 'TOKEN',
  tables: ['personal_tokens'],
  name: (tx, uuid) => nameIn(tx, 'personal_tokens', 'token_uuid', uuid),
  texts: [{ table: 'personal_tokens', key: ['token_uuid'], texts: ['name'] }],
};
