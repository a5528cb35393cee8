import type { Screens } from '../screen.ts';

export default {
  signIn: { load: () => import('./sign-in.tsx'), words: ['session'], isPublic: true },
  forgotPassword: {
    load: () => import('./forgot-password.tsx'),
    words: ['session'],
    isPublic: true,
  },
  authorize: {
    load: () => import('./authorize.tsx'),
    words: ['session'],
    needs: 'authorizeProgram',
  },
  setPassword: { load: () => import('./set-password.tsx'), words: ['session'], isPublic: true },
} satisfies Screens;
