import { roles } from '@atrium/kit/auth/caller.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Problem } from '../problems.ts';
import { findSecurityPolicy } from '../tenants/security/queries.ts';

/**
 * Keeps the address of assistants (Model Context Protocol) to the firm's rules: ASSISTANTS_OFF where they
 * say so. Where they say READ it is ASSISTANTS_UNAVAILABLE, since no assistant is served yet, and the
 * address is not in the API's document.
 */
export async function assistantRoutes(app: Server) {
  app.post(
    '/mcp',
    {
      config: { roles, bearerOnly: true, takesPrograms: true },
      schema: { hide: true },
      // An assistant learns by this header that it needs another token (RFC 6750, section 3).
      onSend: async (_request, reply) => {
        if (reply.statusCode === 401 && !reply.hasHeader('www-authenticate'))
          reply.header('www-authenticate', 'Bearer error="invalid_token"');
      },
    },
    async (request) => {
      const { assistants } = await request.readTenant((tx) =>
        findSecurityPolicy(tx, tx.tenantUuid),
      );
      throw new Problem(assistants === 'OFF' ? 'ASSISTANTS_OFF' : 'ASSISTANTS_UNAVAILABLE');
    },
  );
}
