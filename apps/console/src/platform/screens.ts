import type { Area } from '../i18n/keys.ts';
import type { Screens } from '../screen.ts';

const words: Area[] = ['platform', 'tables'];

export default {
  tenants: { load: () => import('./firms.tsx'), words, needs: 'filterTenants' },
  tenant: { load: () => import('./firm.tsx'), words, needs: 'filterTenants' },
  administrators: {
    load: () => import('./administrators.tsx'),
    words,
    needs: 'listPlatformAdmins',
  },
  usage: { load: () => import('./usage.tsx'), words, needs: 'getPlatformUsage' },
  health: { load: () => import('./health.tsx'), words, needs: 'getPlatformHealth' },
} satisfies Screens;
