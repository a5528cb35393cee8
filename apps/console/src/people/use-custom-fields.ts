import { ApiError, type BodyOf, call } from '../api.ts';
import { useWrite } from '../data.ts';
import { pathsThatDiffer } from '../forms/paths.ts';

export type CustomField = { name: string; value: unknown };

/** A record that others change all the time is tried so often. */
const tries = 3;
const taken = { field: 'name', code: 'NOT_UNIQUE', message: 'is taken' };

/**
 * Returns what changes one of a person's custom fields: they are read, and sent whole on the version that
 * was read. Without `from` a field is added, without `to` it is removed. Throws an ApiError: 412 where
 * somebody else changed or removed the field meanwhile, 400 where another has the name.
 */
export function useCustomFields(contactUuid: string) {
  const write = useWrite('updateContact');
  const path = { contactUuid };
  return async function change(
    from: CustomField | undefined,
    to: CustomField | undefined,
    left = tries,
  ): Promise<void> {
    const { customFields, version } = await call('getContact', { path });
    const body = { customFields: changed(customFields ?? {}, from, to) };
    try {
      const headers = { 'if-match': `"${version}"` };
      await write.mutateAsync({ path, body: body as BodyOf<'updateContact'>, headers });
    } catch (failed) {
      const isStale = failed instanceof ApiError && failed.status === 412;
      if (!isStale || left === 0) throw failed;
      await change(from, to, left - 1);
    }
  };
}

/** Returns the fields with one put in the place of another. */
function changed(
  fields: Readonly<Record<string, unknown>>,
  from: CustomField | undefined,
  to: CustomField | undefined,
): Record<string, unknown> {
  if (from && !(Object.hasOwn(fields, from.name) && isSame(fields[from.name], from.value)))
    throw new ApiError(412, { code: 'PRECONDITION_FAILED' });
  if (to && to.name !== from?.name && Object.hasOwn(fields, to.name))
    throw new ApiError(400, { code: 'VALIDATION_FAILED', errors: [taken] });
  const put = to ? [[to.name, to.value] as const] : [];
  const next = Object.entries(fields).flatMap(([name, value]) =>
    name === from?.name ? put : [[name, value] as const],
  );
  // A name that an object has by itself is a field as any other.
  return Object.fromEntries(from ? next : [...next, ...put]);
}

const isSame = (one: unknown, other: unknown) =>
  pathsThatDiffer({ value: one }, { value: other }).length === 0;
