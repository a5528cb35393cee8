import { askFor } from '../data.ts';
import { isPlain, plainQuestion, usualSort } from '../records/list-question.ts';
import type { Asks } from '../screen.ts';

export default {
  households: ({ search }) => {
    if (isPlain(search)) askFor('filterHouseholds', { body: plainQuestion(usualSort.households) });
  },
  household: ({ params: { householdUuid }, search: { asOf } }) => {
    if (!asOf) askFor('getHouseholdDetail', { path: { householdUuid } });
  },
} satisfies Asks;
