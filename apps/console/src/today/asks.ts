import { askFor } from '../data.ts';
import type { Asks } from '../screen.ts';
import { isOutside } from '../tenant.ts';
import { todayQuestion } from './today-question.ts';

export default {
  today: ({ user }) => {
    if (user && user.userType !== 'CLIENT' && !isOutside(user)) askFor('getToday', todayQuestion());
  },
} satisfies Asks;
