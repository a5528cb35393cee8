import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { faultsOf } from '@atrium/questions/check-question.ts';
import { contactFields } from '../contacts/fields.ts';
import type { Tx } from '../database/transaction.ts';
import { householdFields } from '../households/fields.ts';
import type { ListFields } from '../lists/fields.ts';
import { filterWhere } from '../lists/filter.ts';
import { parseSort } from '../lists/sort.ts';
import { meetingFields } from '../meetings/fields.ts';
import type { ViewList, ViewRow } from './schemas.ts';

const fieldsOf: Record<Exclude<ViewList, 'INSIGHTS'>, ListFields> = {
  CONTACTS: contactFields,
  HOUSEHOLDS: householdFields,
  MEETINGS: meetingFields,
};

// Of filters and questions, in characters of JSON.
const longest = 65_536;

type Checked = Pick<ViewRow, 'list' | 'filters' | 'sort' | 'question'>;

/**
 * Throws VALIDATION_FAILED unless a view's list would take its filters and sort or, of INSIGHTS,
 * analytics its question.
 */
export function checkView(tx: Tx, { list, filters, sort, question }: Checked): void {
  for (const [field, value] of Object.entries({ filters, question })) {
    if (JSON.stringify(value).length > longest)
      throw invalid(fieldError(field, 'TOO_LONG', `must not exceed ${longest} characters of JSON`));
  }
  if (list === 'INSIGHTS') {
    checkQuestion(question);
    for (const [field, value] of Object.entries({ filters, sort })) {
      if (value.length > 0)
        throw invalid(fieldError(field, 'NOT_ALLOWED', 'are part of the question of INSIGHTS'));
    }
    return;
  }
  if (question) throw invalid(fieldError('question', 'NOT_ALLOWED', 'belongs to INSIGHTS only'));
  filterWhere(tx, filters, fieldsOf[list]);
  parseSort(sort, fieldsOf[list]);
}

function checkQuestion(question: Checked['question']): void {
  if (!question) throw invalid(fieldError('question', 'REQUIRED', 'is required of INSIGHTS'));
  const faults = faultsOf(question);
  const inside = (field: string) => (field === 'body' ? 'question' : `question.${field}`);
  if (faults.length > 0)
    throw invalid(...faults.map((each) => ({ ...each, field: inside(each.field) })));
}
