import { fastifyPlugin } from 'fastify-plugin';
import { type FieldError, invalid } from '../problem.ts';
import { isEncodedUtf8 } from './form-body.ts';
import { invalidText } from './json-body.ts';

/**
 * Refuses what no store can keep in path and query, as `json-body.ts` does in bodies: NUL characters, and
 * percent-encoded bytes that are not UTF-8, which the parser would leave encoded.
 */
export const addressText = fastifyPlugin(async (app) => {
  app.addHook('preValidation', (request, _reply, done) => {
    const { url, params, query } = request;
    const faults = [
      ...(url.includes('%00') ? faultsOfNul({ ...(params as object), ...(query as object) }) : []),
      ...(beyondAscii.test(url) ? faultsOfBytes(url) : []),
    ];
    done(faults.length > 0 ? invalid(...faults) : undefined);
  });
});

const beyondAscii = /\?.*%[89a-f]/is;

const faultsOfNul = (given: object): FieldError[] =>
  Object.entries(given)
    .filter(([name, value]) => `${name}${value}`.includes('\0'))
    .map(([name]) => invalidText(name, 'query'));

const faultsOfBytes = (url: string): FieldError[] =>
  url
    .slice(url.indexOf('?') + 1)
    .split('&')
    .filter((pair) => !isEncodedUtf8(pair))
    .map((pair) => /^[\w.-]*(?==|$)/.exec(pair)?.[0] ?? '')
    .map((name) => invalidText(name, 'query'));
