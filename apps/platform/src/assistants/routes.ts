import { roles } from '@atrium/kit/auth/caller.ts';
import type { FailureForm } from '@atrium/kit/http/error-handler.ts';
import type { Server } from '@atrium/kit/server.ts';
import { letIn, refuseOtherSites } from './let-in.ts';
import { askOwnApi } from './own-api.ts';
import { answerMessage } from './protocol.ts';
import { recordCall } from './record-call.ts';
import { runTool } from './run-tool.ts';

/**
 * Serves the Model Context Protocol (streamable HTTP, without sessions) to a person's assistants: tools
 * that read through the API with the person's own token. It is JSON-RPC and so is not in the API's document.
 */
export async function assistantRoutes(
  app: Server,
  { corsOrigins }: { corsOrigins: readonly string[] },
) {
  app.post(
    '/mcp',
    {
      config: {
        roles,
        bearerOnly: true,
        takesPrograms: true,
        refusesFirst: (request) => refuseOtherSites(request, corsOrigins),
        failsAs: jsonRpcFailure,
      },
      schema: { hide: true },
      onRequest: letIn,
      // An assistant learns by this header that it needs another token (RFC 6750, section 3).
      onSend: async (_request, reply) => {
        if (reply.statusCode === 401 && !reply.hasHeader('www-authenticate'))
          reply.header('www-authenticate', 'Bearer error="invalid_token"');
      },
    },
    async (request, reply) => {
      const { status, contentType, text } = await answerMessage(request, async (tool, given) => {
        await request.inTenant((tx) => recordCall(tx, request.caller, tool.name));
        return runTool(tool, given, askOwnApi(app, request));
      });
      reply.code(status);
      if (contentType) reply.type(contentType);
      return reply.send(text);
    },
  );
}

/** The codes of JSON-RPC 2.0, section 5.1. */
const [parseError, invalidRequest] = [-32_700, -32_600];

/** Tells what is wrong with a message as JSON-RPC does; who may not call at all is told as elsewhere. */
const jsonRpcFailure: FailureForm = ({ status, code, message }) => {
  if (![400, 413, 415].includes(status)) return undefined;
  const error = {
    code: code === 'MALFORMED_JSON' ? parseError : invalidRequest,
    message,
    data: { code },
  };
  return { contentType: 'application/json', body: { jsonrpc: '2.0', error, id: null } };
};
