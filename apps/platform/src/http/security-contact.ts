import type { Server } from '@atrium/kit/server.ts';
import type { Config } from '../config.ts';

const lifetimeDays = 180;

/** Answers where weaknesses are reported (RFC 9116), where the setting SECURITY_CONTACT says so. */
export async function securityContactRoute(
  app: Server,
  { securityContacts, publicUrl }: Pick<Config, 'securityContacts' | 'publicUrl'>,
) {
  if (securityContacts.length === 0) return;
  const path = '/.well-known/security.txt';
  app.get(path, { config: { public: true }, schema: { hide: true } }, async (_request, reply) => {
    const expires = Temporal.Now.instant().add({ hours: lifetimeDays * 24 });
    const lines = [
      ...securityContacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires.round('second').toString()}`,
      'Preferred-Languages: en, es',
      ...(publicUrl?.startsWith('https:') ? [`Canonical: ${publicUrl}${path}`] : []),
    ];
    return reply
      .headers({
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'public, max-age=3600',
      })
      .send(`${lines.join('\n')}\n`);
  });
}
