import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type OpenApi, operationsOf, type Response } from './document.ts';
import { isExampleOf } from './match-examples.ts';

/** A request that a test has sent, and the answer that it received. */
export type Example = {
  request: { method: string; url: string; contentType?: string; body?: unknown };
  answer: { status: number; contentType?: string; body?: unknown };
  /** Bodies that were sent and taken as other media types. */
  otherBodies?: Record<string, unknown>;
};
export type Examples = Record<string, Example>;

export const examplesPath = fileURLToPath(
  new URL('../../packages/api-client/examples.json', import.meta.url),
);

/** Returns the examples of the operations, by operation id. */
export async function readExamples(): Promise<Examples> {
  return JSON.parse(await readFile(examplesPath, 'utf8'));
}

/**
 * Writes the examples into a document: bodies where they belong, and as `x-example` what was asked and which
 * status came, for operations without a body too.
 */
export function addExamples(document: OpenApi, examples: Examples): void {
  for (const operation of operationsOf(document)) {
    const example = examples[operation.operationId];
    if (!example || !isExampleOf(document, operation, example)) continue;
    const { request, answer, otherBodies = {} } = example;
    Object.assign(operation, {
      'x-example': { request: `${request.method} ${request.url}`, status: answer.status },
    });
    const taken = operation.requestBody?.content ?? {};
    const media = taken[request.contentType ?? 'application/json'];
    if (media && request.body !== undefined) media.example = request.body;
    for (const [type, body] of Object.entries(otherBodies)) {
      const other = taken[type];
      if (other) other.example = body;
    }
    const response: Response | undefined = operation.responses[answer.status];
    const given = response?.content?.[answer.contentType ?? ''];
    if (given && answer.body !== undefined && answer.body !== '') given.example = answer.body;
  }
}
