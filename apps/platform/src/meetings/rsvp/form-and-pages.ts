import { formType, readFormObject } from '@atrium/kit/http/form-body.ts';
import { preferredLanguage } from '@atrium/kit/pages/page.ts';
import { sendPage } from '@atrium/kit/pages/send-page.ts';
import { ProblemError } from '@atrium/kit/problem.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyError, FastifyRequest } from 'fastify';
import type { Db } from '../../database/db.ts';
import { findHostTheme } from '../../tenants/branding/host-theme.ts';
import { brokenLink } from './messages.ts';
import { brokenPage } from './page.ts';

/**
 * Makes a scope of routes read posted forms, and show a failure as a page to who asks for one; all
 * others get the problem document that every route answers with.
 */
export function formAndPages(scope: Server, db: Db): Server {
  scope.addContentTypeParser(
    formType,
    { parseAs: 'buffer', bodyLimit: 16_384 },
    async ({ headers }: FastifyRequest, body: string | Buffer) =>
      toAnswer(readFormObject(body as Buffer, headers['content-type'])),
  );
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const status = statusOf(error);
    if (!wantsPage(request) || !isShown(status)) throw error;
    const language = preferredLanguage(request.headers['accept-language'], ['es', 'en']);
    if (error instanceof ProblemError) reply.headers(error.headers);
    return findHostTheme(request, db).then((theme) =>
      sendPage(reply, status, brokenPage(status, language, theme)),
    );
  });
  return scope;
}

/** Returns whether who asks is shown what is wrong as a page. */
export const wantsPage = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').includes('text/html');

const proposedField = /^proposed\[([0-3])\](?:\[|\.)(startDateTime|endDateTime)\]?$/;

/** Returns what a form says; what was left empty is absent, and proposed times are objects of a list. */
function toAnswer(fields: Record<string, string>): object {
  const form: Record<string, unknown> = {};
  const proposed: Record<string, string>[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value.trim() === '') continue;
    const [, at, part] = proposedField.exec(name) ?? [];
    if (at === undefined || part === undefined) form[name] = value;
    else proposed[Number(at)] = { ...proposed[Number(at)], [part]: value };
  }
  return proposed.length > 0 ? { ...form, proposed: proposed.filter(Boolean) } : form;
}

/** Returns a failure's status; a path with a malformed identifier is an unknown invitation. */
function statusOf(error: FastifyError): number {
  if (error instanceof ProblemError) return error.status;
  if (error.validation) return error.validationContext === 'params' ? 404 : 400;
  return error.statusCode ?? 500;
}

function isShown(status: number): status is keyof typeof brokenLink {
  return status in brokenLink;
}
