import { askFor } from '../data.ts';
import { isPlain, plainQuestion, usualSort } from '../records/list-question.ts';
import type { Asks } from '../screen.ts';
import { readPerson } from './person-parts.ts';

export default {
  people: ({ search }) => {
    if (isPlain(search)) askFor('filterContacts', { body: plainQuestion(usualSort.people) });
  },
  person: ({ params: { contactUuid } }) =>
    askFor('getContact', { path: { contactUuid } }, () => readPerson(contactUuid)),
} satisfies Asks;
