import type { AnswerOf } from '../api.ts';
import { every } from '../every.ts';

/** How complete a record is, in the order in which it is offered. */
export const readinessStates = every<
  AnswerOf<'filterContacts'>['content'][number]['readiness']['status']
>()(['ATTENTION', 'INCOMPLETE', 'READY']);
