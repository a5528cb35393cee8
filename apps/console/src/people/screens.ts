import type { Screens } from '../screen.ts';

export default {
  people: {
    load: () => import('./list.tsx'),
    words: ['people', 'tables'],
    needs: 'filterContacts',
  },
  newPerson: {
    load: () => import('./new-person.tsx'),
    words: ['people', 'fields'],
    needs: 'createContact',
    act: 'people:list.new',
  },
  person: {
    load: () => import('./person.tsx'),
    words: ['people', 'person', 'households', 'relationships', 'tables', 'timeline', 'fields'],
    needs: 'getContact',
  },
  compliance: {
    load: () => import('./compliance.tsx'),
    words: ['people', 'person', 'tables', 'fields'],
    needs: 'getContact',
  },
} satisfies Screens;
