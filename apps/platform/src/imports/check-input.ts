import { toFieldErrors, validatorCompiler } from '@atrium/kit/http/validation.ts';
import type { FieldError } from '@atrium/kit/problem.ts';
import type { ValidateFunction } from 'ajv';
import { formats } from '../http/formats.ts';

/** Returns a check of what a row asks for, by the schema of the same request. */
export function checkInput(schema: object): (input: unknown) => FieldError[] {
  const compiled = validatorCompiler(formats, { composesTexts: true })({
    schema,
    method: 'POST',
    url: '',
    httpPart: 'body',
  }) as ValidateFunction;
  return (input) => (compiled(input) ? [] : toFieldErrors(compiled.errors ?? []));
}

/** Keeps the first fault of each field. */
export const oneOfField = (faults: readonly FieldError[]): FieldError[] =>
  [...new Map(faults.toReversed().map((each) => [each.field, each])).values()].toReversed();
