import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { isBlank } from '@atrium/kit/texts/folding.ts';
import { type Attributes, entriesOf, textOf } from '../attributes.ts';

/** What a provider says of a group; absent is not stated. */
export type WantedGroup = {
  displayName?: string;
  externalId?: string | null;
  members?: string[];
};

/** The attributes that are kept of a group. */
export const keptOfGroups = ['externalId', 'displayName', 'members'];

const longest = 256;

/**
 * Reads a group as a provider sends it; `isWhole` says that it must have a name. Members are named by the
 * UUIDs of staff, each once. Throws VALIDATION_FAILED.
 */
export function readGroup(resource: Attributes, { isWhole = false } = {}): WantedGroup {
  const displayName = textOf(resource, 'displayName') ?? undefined;
  const externalId = textOf(resource, 'externalId');
  if (displayName === undefined ? isWhole : isBlank(displayName))
    throw invalid(fieldError('displayName', 'REQUIRED', 'is required'));
  for (const [field, text] of Object.entries({ displayName, externalId }))
    if (text && text.length > longest)
      throw invalid(fieldError(field, 'TOO_LONG', `must NOT have more than ${longest} characters`));
  const members = entriesOf(resource, 'members')?.map((each) => {
    const value = textOf(each, 'value');
    if (!value) throw invalid(fieldError('members.value', 'REQUIRED', 'is required'));
    return value.toLowerCase();
  });
  return {
    ...(displayName === undefined ? {} : { displayName }),
    ...(externalId === undefined ? {} : { externalId: externalId || null }),
    ...(members === undefined ? {} : { members: [...new Set(members)] }),
  };
}
