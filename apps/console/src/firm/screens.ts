import type { Screens } from '../screen.ts';

export default {
  security: {
    load: () => import('./security.tsx'),
    words: ['firm'],
    needs: 'getSecurityPolicy',
  },
  mail: { load: () => import('./mail.tsx'), words: ['firm'], needs: 'getMailSettings' },
  domain: { load: () => import('./domain.tsx'), words: ['firm'], needs: 'getTenantDomain' },
  lists: { load: () => import('./lists.tsx'), words: ['firm'], needs: 'replaceContactStages' },
  signInProvider: {
    load: () => import('./provider.tsx'),
    words: ['firm', 'sso'],
    needs: 'getSsoConnection',
  },
  accessReview: {
    load: () => import('./access-review.tsx'),
    words: ['firm', 'sso'],
    needs: 'reviewAccess',
  },
} satisfies Screens;
