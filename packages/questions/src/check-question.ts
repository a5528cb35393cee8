import { toFieldErrors, validatorCompiler } from '@atrium/kit/http/validation.ts';
import { type FieldError, fieldError, ProblemError } from '@atrium/kit/problem.ts';
import { formats } from './instant.ts';
import { readQuestion } from './read-question.ts';
import { QueryRequest } from './schemas.ts';
import { upperCaseWords } from './upper-case-words.ts';
import { isMoment } from './zone.ts';

const compile = validatorCompiler({ ...formats, moment: isMoment });
const validate = compile({ schema: QueryRequest, method: 'POST', url: '', httpPart: 'body' });

/**
 * Returns what keeps a question from being asked, whatever events there are: nothing when it can be.
 * The question stays as it is. For services that keep questions.
 */
export function faultsOf(question: object): FieldError[] {
  const request = structuredClone(question);
  upperCaseWords(request);
  if (!validate(request)) return toFieldErrors(validate.errors ?? []);
  try {
    readQuestion(request as QueryRequest);
    return [];
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { errors, message } = error;
    return errors.length > 0 ? errors : [fieldError('sort', 'UNKNOWN_FIELD', message)];
  }
}
