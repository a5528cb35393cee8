import { toFieldErrors, validatorCompiler } from '@atrium/kit/http/validation.ts';
import { invalid } from '@atrium/kit/problem.ts';
import { type TSchema, Type } from 'typebox';
import { formats } from '../../http/formats.ts';
import { StaffInput, StaffUpdate } from '../../staff/schemas.ts';
import { attributeOf } from './read-user.ts';

const compile = validatorCompiler(formats);
const passwords = ['password', 'confirmPassword'] as const;
const checkerOf = (schema: TSchema) =>
  compile({ schema, httpPart: 'body', method: 'POST', url: '/scim/v2/Users' });
const [checkNew, checkChange] = [
  checkerOf(Type.Omit(StaffInput, passwords)),
  checkerOf(Type.Omit(StaffUpdate, passwords)),
];

/**
 * Throws VALIDATION_FAILED, naming SCIM's attributes, unless a person is as the API takes staff: whole for a
 * new one, else what changes.
 */
export function checkStaff(fields: object, { isNew }: { isNew: boolean }): void {
  const check = isNew ? checkNew : checkChange;
  if (check(fields)) return;
  const errors = toFieldErrors((check.errors ?? []) as never);
  throw invalid(
    ...errors.map((each) => ({ ...each, field: attributeOf[each.field] ?? each.field })),
  );
}
