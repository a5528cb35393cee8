import { decodeBody, type MailPart, readParameters, readParts, textOf } from '../mail-parts.ts';

/**
 * What a mail system says of a delivery: FAILED when it has given up, PENDING for all else, such as that it
 * goes on trying. `isOfAddress` is true where the failure is the address's for good.
 */
export type DeliveryStatus = { state: 'FAILED'; isOfAddress: boolean } | { state: 'PENDING' };

const mostRead = 65_536;
const pending = { state: 'PENDING' } as const;

/**
 * Reads what a mail system says of a delivery: a status (RFC 3464), or the words of one that sends none.
 * Undefined of any other mail, such as that somebody is away.
 */
export function readDeliveryStatus(mail: Buffer): DeliveryStatus | undefined {
  const { headers, parts } = readParts(mail);
  const header = (name: string) => headers.get(name)?.[0] ?? '';
  const words: string[] = [];
  for (const part of parts) {
    const { type } = typeOf(part);
    if (/^message\/(global-)?delivery-status$/.test(type)) return ofReport(readText(part));
    if (words.length < 2 && /^(text\/(plain|html))?$/.test(type)) words.push(readText(part));
  }
  const { type, params } = readParameters(header('content-type'));
  const isReport =
    type === 'multipart/report' && params.get('report-type')?.toLowerCase() === 'delivery-status';
  const isOfSystem =
    isReport || mailSystem.test(header('from')) || headers.has('x-failed-recipients');
  if (!isOfSystem) return undefined;
  return ofWords(header('subject'), words.join('\n'), headers.has('x-failed-recipients'));
}

const typeOf = (part: MailPart) => readParameters(part.headers.get('content-type')?.[0] ?? '');

function readText(part: MailPart): string {
  return textOf(decodeBody(part).subarray(0, mostRead), typeOf(part).params.get('charset'));
}

/** Reads the fields of a status (RFC 3464, section 2), a block of lines for each recipient. */
function ofReport(text: string): DeliveryStatus {
  for (const block of text.split(/\r?\n[ \t]*\r?\n/)) {
    const field = (name: string) =>
      new RegExp(`^${name}[ \\t]*:[ \\t]*(.*)`, 'im').exec(block)?.[1] ?? '';
    const action = field('action').trim().toLowerCase();
    const status =
      /\d\.\d{1,3}\.\d{1,3}/.exec(field('status'))?.[0] ?? codeIn(field('diagnostic-code'));
    const hasFailed = action ? action === 'failed' : status.startsWith('5');
    if (hasFailed) return { state: 'FAILED', isOfAddress: isOfAddress(status) };
  }
  return pending;
}

/** Returns an enhanced status code (RFC 3463) in a text, made of the plain one where there is no other. */
function codeIn(text: string): string {
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0];
  const plain = /\b([45])\d\d\b/.exec(text)?.[1];
  return enhanced ?? (plain ? `${plain}.0.0` : '');
}

/** Returns whether a code is about the address for good, and not about the message (5.6) or who sends it (5.7). */
function isOfAddress(status: string): boolean {
  return status.startsWith('5.') && !/^5\.([67]\.|2\.3$|3\.4$)/.test(status);
}

const mailSystem = /mailer-?daemon|postmaster|mail delivery|mail system|microsoftexchange/i;
const goesOn =
  /\b(delay(ed)?|warning( message)? only|not yet been delivered|still (being )?(try|retr)ing|will (be |continue to (be )?)?(re-?)?tr(y|ied|ying)|do not need to resend|retrasad|demorad|se seguirá intentando)\b/i;
const gaveUp =
  /failure notice|undeliver|returned (mail|to sender)|delivery (has |status notification \()?fail|(message|mail) (delivery failed|could not be delivered)|(not|n.t) able to deliver|unable to deliver|could(n.t| not) be delivered|(was|were)(n.t| not) delivered|did not reach|permanent (fatal )?error|given up|no se (pudo|ha podido) entregar|no entregado|unzustellbar/i;

/** Reads the words of a mail system, as qmail, Exim and old Exchange servers send them, without a status. */
function ofWords(subject: string, text: string, namesFailed: boolean): DeliveryStatus | undefined {
  // What follows is the mail that came back, with words of its own.
  const [own = ''] = text.split(
    /^-{2,}.*(below this line|original message|copy of|returned message).*$/im,
  );
  if (goesOn.test(subject) || (goesOn.test(own) && !/given up|permanent/i.test(own)))
    return pending;
  if (!namesFailed && !gaveUp.test(subject) && !gaveUp.test(own)) return undefined;
  const code = codeIn(own);
  return { state: 'FAILED', isOfAddress: code === '' || isOfAddress(code) };
}
