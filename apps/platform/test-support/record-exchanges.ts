import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from '@atrium/kit/server.ts';
import type { InjectOptions } from 'fastify';

/** A request that a test has sent, and the answer that came. */
export type Exchange = {
  method: string;
  url: string;
  contentType: string | undefined;
  sent: unknown;
  status: number;
  answerType: string | undefined;
  received: unknown;
};

const longest = 20_000;

/** Returns a text as it came; of lines of JSON the first. */
const textOf = (body: string, type = '') =>
  type.endsWith('ndjson') ? (body.split('\n')[0] ?? '') : body;

/** Appends what is asked of a server and answered to a file of a folder, for the document's examples. */
export function recordExchanges(app: Server, folder: string): void {
  const inject = app.inject.bind(app);
  const path = join(folder, `${process.pid}.ndjson`);
  const recording = async (options: InjectOptions) => {
    const response = await inject(options);
    if (options.payloadAsStream) return response;
    const answerType = response.headers['content-type']?.toString().split(';')[0];
    const isText = answerType === undefined || /json|text|calendar/.test(answerType);
    const isJson = /[/+]json$/.test(answerType ?? '') && response.body !== '';
    const exchange: Exchange = {
      method: String(options.method),
      url: String(options.url),
      contentType: (options.headers as Record<string, string> | undefined)?.['content-type'],
      sent: options.payload,
      status: response.statusCode,
      answerType,
      received: isJson ? response.json() : isText ? textOf(response.body, answerType) : '',
    };
    const line = JSON.stringify(exchange);
    if (response.statusCode < 400 && line.length < longest) appendFileSync(path, `${line}\n`);
    return response;
  };
  app.inject = recording as never;
}
