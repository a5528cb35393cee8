import type { AnswerOf } from '../api.ts';

/** Returns what links of a firm's mails begin with: the addresses of its pictures, wherever they are told, do so too. */
export const firmOrigin = ({ defaults }: AnswerOf<'getBranding'>): string =>
  new URL(defaults.assets.logo).origin;
