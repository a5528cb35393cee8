import type { FailureForm } from '@atrium/kit/http/error-handler.ts';
import type { FieldError, ProblemError } from '@atrium/kit/problem.ts';
import { FieldErrors, Named } from '@atrium/kit/schema.ts';
import { type TSchema, Type } from 'typebox';

/** The media type of SCIM (RFC 7644, section 8.1). */
export const scimType = 'application/scim+json';

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The words of RFC 7644, section 3.12, by the code of the problem they stand for. */
const scimTypes: Readonly<Record<string, string>> = {
  VALIDATION_FAILED: 'invalidValue',
  MALFORMED_JSON: 'invalidSyntax',
  EMAIL_TAKEN: 'uniqueness',
  GROUP_NAME_TAKEN: 'uniqueness',
  SCIM_FILTER_INVALID: 'invalidFilter',
  SCIM_PATH_INVALID: 'invalidPath',
  SCIM_SYNTAX_INVALID: 'invalidSyntax',
  SCIM_NO_TARGET: 'noTarget',
};

/** Tells a failure as SCIM has it, with the stable code and the fields of our own problems besides. */
export const scimFailure: FailureForm = (problem) => ({
  contentType: scimType,
  body: {
    schemas: [errorSchema],
    status: String(problem.status),
    ...(problem.code in scimTypes ? { scimType: scimTypes[problem.code] } : {}),
    detail: detailOf(problem),
    code: problem.code,
    errors: errorsOf(problem),
  },
});

/** Returns the faults of a failure by SCIM's attributes: the e-mail of a login is the userName. */
const errorsOf = ({ code, errors }: ProblemError): FieldError[] =>
  code === 'EMAIL_TAKEN' ? errors.map((each) => ({ ...each, field: 'userName' })) : errors;

/** SCIM has one sentence for all, so that names each bad attribute. */
function detailOf(problem: ProblemError): string {
  const { message } = problem;
  const errors = errorsOf(problem);
  const faults = errors.map(({ field, message: fault }) => `${field}: ${fault}`);
  return faults.length > 0 ? faults.join('; ') : message;
}

const ScimError = Named('ScimGroupFailure', {
  schemas: Type.Array(Type.String(), { examples: [[errorSchema]] }),
  status: Type.String({ description: 'The status of the answer, as text', examples: ['400'] }),
  scimType: Type.Optional(
    Type.String({ description: 'The word of RFC 7644, section 3.12', examples: ['invalidValue'] }),
  ),
  detail: Type.String({ description: 'What is wrong, naming the attributes' }),
  code: Type.String({ description: 'Stable word to branch on' }),
  errors: FieldErrors,
});

const failures = [400, 401, 403, 404, 409, 413, 415, 429, 503, 'default'] as const;

/** Returns the answers of a route of SCIM: one of success, and the failures in SCIM's form. */
export function scimAnswers(status: 200 | 201 | 204, schema?: TSchema) {
  const success = schema
    ? { description: 'Done', content: { [scimType]: { schema } } }
    : Type.Null({ description: 'Done' });
  const failure = { description: 'Failure', content: { [scimType]: { schema: ScimError } } };
  return {
    ...Object.fromEntries(failures.map((each) => [each, failure])),
    [status]: success,
  };
}

/** What the routes of SCIM have in common. */
export const scimRoute = {
  roles: ['TENANT_ADMIN'] as const,
  area: 'staff',
  // Who keeps the staff in step needs to write them; reading alone opens nothing.
  reads: false,
  provisions: true,
  failsAs: scimFailure,
};

export const tags = ['Provisioning'];
export const takes = ['application/json', scimType];
