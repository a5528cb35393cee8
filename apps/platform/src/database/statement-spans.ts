import type { Run } from '@atrium/kit/sql.ts';
import { isRecording, startSpan } from '@atrium/kit/tracing/spans.ts';
import { atTrace, currentTrace, isSampled } from '@atrium/kit/tracing/trace-context.ts';
import type { Client } from 'pg';

/** The first table that a statement names, and what it does there. */
const form =
  /\b(select|insert|update|delete|with|call|lock)\b(?:[\s\S]*?\b(?:from|into|update|table)\s+(?:only\s+)?([a-z_][\w.]*))?/i;

/** What the spans of a server's statements have in common. */
export type ServerAttributes = Readonly<Record<string, string | number>>;

/** Returns the attributes of the server and the database that a connection goes to. */
export function attributesOf({ host, port, database }: Client): ServerAttributes {
  return {
    'db.system.name': 'postgresql',
    'db.namespace': database ?? '',
    'server.address': host,
    'server.port': port,
  };
}

/**
 * Returns `run` with a span for each statement of a trace that somebody records, as OpenTelemetry's conventions
 * for PostgreSQL say. It has the text of the statement, whose values are sent beside it and are in no span.
 */
export function withSpans(run: Run, where: ServerAttributes): Run {
  return (text, values) => {
    const parent = currentTrace();
    if (!isRecording() || !parent || !isSampled(parent)) return run(text, values);
    const [operation, table] = operationOf(text);
    const summary = table ? `${operation} ${table}` : operation;
    const span = startSpan({
      name: summary,
      kind: 'CLIENT',
      parent,
      attributes: {
        ...where,
        'db.operation.name': operation,
        ...(table && { 'db.collection.name': table }),
        'db.query.summary': summary,
        'db.query.text': text,
      },
    });
    const answer = atTrace(span.context, () => run(text, values));
    answer.then(
      () => span.end(),
      (error: { code?: string }) => span.end(true, failureOf(error)),
    );
    return answer;
  };
}

function operationOf(text: string): [string, string | undefined] {
  const [, operation = 'statement', table] = form.exec(text) ?? [];
  return [operation.toUpperCase(), table];
}

/** Returns the SQLSTATE of what the server refused; its message may quote values. */
function failureOf({ code }: { code?: string }): Record<string, string> {
  const isSqlState = code !== undefined && /^[0-9A-Z]{5}$/.test(code);
  return { 'error.type': code ?? '_OTHER', ...(isSqlState && { 'db.response.status_code': code }) };
}
