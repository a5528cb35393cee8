import { inSpan } from '@atrium/kit/tracing/spans.ts';
import { Counter, type Registry } from '@prometheus-io/client';
import { mailKinds } from './mail-kinds.ts';
import type { Mailer } from './mailer.ts';

/** Returns a mailer that counts what becomes of its messages (`mails_total{kind,outcome}`), each a span of its trace. */
export function countMails(mailer: Mailer, registry: Registry): Mailer {
  const mails = new Counter({
    name: 'mails_total',
    help: 'Mails by what the mail server did: sent, refused for good, or failed and tried again',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  for (const kind of mailKinds)
    for (const outcome of ['sent', 'refused', 'failed']) mails.inc({ kind, outcome }, 0);
  return {
    ...mailer,
    send: async (message) => {
      const { kind } = message;
      try {
        await inSpan({ name: 'send mail', kind: 'CLIENT' }, () => mailer.send(message));
      } catch (error) {
        mails.inc({ kind, outcome: isRefusal(error) ? 'refused' : 'failed' });
        throw error;
      }
      mails.inc({ kind, outcome: 'sent' });
    },
  };
}

/** Returns whether the server will never take this message: a 5yz reply to its recipient or its data (RFC 5321). */
export function isRefusal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
  return (command === 'RCPT TO' || command === 'DATA') && responseCode >= 500;
}
