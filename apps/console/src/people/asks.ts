import { askFor } from '../data.ts';
import { plainQuestion, usualSort } from '../records/list-question.ts';
import type { Asks } from '../screen.ts';
import { readPerson } from './person-parts.ts';

export default {
  people: ({ search }) => {
    if (Object.keys(search).length === 0)
      askFor('filterContacts', { body: plainQuestion(usualSort.people) });
  },
  person: ({ params: { contactUuid } }) =>
    askFor('getContact', { path: { contactUuid } }, () => readPerson(contactUuid)),
} satisfies Asks;
