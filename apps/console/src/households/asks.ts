import { askFor } from '../data.ts';
import { plainQuestion, usualSort } from '../records/list-question.ts';
import type { Asks } from '../screen.ts';

export default {
  households: ({ search }) => {
    if (Object.keys(search).length === 0)
      askFor('filterHouseholds', { body: plainQuestion(usualSort.households) });
  },
  household: ({ params: { householdUuid }, search: { asOf } }) => {
    if (!asOf) askFor('getHouseholdDetail', { path: { householdUuid } });
  },
} satisfies Asks;
