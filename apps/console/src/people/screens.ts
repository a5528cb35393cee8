import type { Screens } from '../screens.ts';

export default {
  people: { load: () => import('./list.tsx'), words: ['people'], needs: 'filterContacts' },
  newPerson: {
    load: () => import('./new-person.tsx'),
    words: ['people'],
    needs: 'createContact',
    act: 'people:list.new',
  },
  person: {
    load: () => import('./person.tsx'),
    words: ['people', 'timeline'],
    needs: 'getContact',
  },
  compliance: { load: () => import('./compliance.tsx'), words: ['people'], needs: 'getContact' },
} satisfies Screens;
