import { toLanguage } from '../../mail/languages.ts';
import type { Letter } from '../../mail/letter.ts';
import { letterToHost } from '../invitations/host-mail.ts';
import { toLine, toText } from '../invitations/icalendar.ts';
import { basicsOf } from '../invitations/message.ts';
import { mailMessages } from '../invitations/messages.ts';
import type { Hosted } from '../invitations/queries.ts';
import { formatWhen } from '../invitations/when.ts';
import type { Words } from './host-queries.ts';
import type { IgnoredReason } from './ignored-reasons.ts';

const kindOf = (reason: IgnoredReason) =>
  reason === 'NOT_INVITED' || reason === 'SENDER_MISMATCH' ? reason : 'OTHER';

/** Returns the letter that tells a host what somebody wrote with an answer, or of an answer that fits nobody. */
export function answerLetter(hosted: Hosted, words: Words): Letter {
  const language = toLanguage(hosted.language);
  const messages = mailMessages[language].answered;
  const name = toLine(words.name ?? '');
  const email = words.email ?? '';
  const by = name && email ? `${name} (${email})` : name || email || messages.somebody;
  const times = words.proposed.map((span) => {
    const { day, hours } = formatWhen({ ...hosted, ...span }, language);
    return hours ? `${day}, ${hours}` : day;
  });
  const facts: [string, string][] = [
    [messages.answer, messages.says[words.answer ?? ''] ?? ''],
    [messages.note, toText(words.note ?? '')],
    [messages.proposed, times.join('\n')],
    ...basicsOf(hosted, language),
  ];
  const unmatched = words.ignoredReason && messages.unmatched[kindOf(words.ignoredReason)];
  const declined = { subject: messages.declinedSubject, lead: messages.declined };
  const { subject, lead } = unmatched ?? (words.answer === 'DECLINED' ? declined : messages);
  return letterToHost(hosted, {
    subject,
    lead: lead(by),
    facts: facts.filter(([, value]) => value !== ''),
  });
}
