import { toFieldErrors, validatorCompiler } from '@atrium/kit/http/validation.ts';
import { invalid } from '@atrium/kit/problem.ts';
import type { ErrorObject } from 'ajv';
import { formats } from '../http/formats.ts';
import { ApiRefusal, type Ask } from './own-api.ts';
import { forAssistants } from './plain-answer.ts';
import type { Given, Tool } from './tool.ts';
import { tools } from './tools.ts';

/** The answer of a tool: one text block of JSON, and the same as a structure. */
export type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
};

const compile = validatorCompiler(formats, { composesTexts: true });
const validators = new Map(
  tools.map(({ name, input }) => [
    name,
    compile({ schema: input, method: 'POST', url: '/mcp', httpPart: 'body' }),
  ]),
);

/** Runs a tool. What it is given that does not fit, and what the API refuses, is told with its code. */
export async function runTool(tool: Tool, given: Given, ask: Ask): Promise<ToolResult> {
  try {
    checkGiven(tool, given);
    return resultOf(forAssistants(await tool.run(ask, given)));
  } catch (error) {
    if (error instanceof ApiRefusal) return { ...resultOf(told(error.said)), isError: true };
    throw error;
  }
}

/** Throws what the API says of a body that does not fit; a tool that hands its body on leaves that to it. */
function checkGiven({ name, handsOn = false }: Tool, given: Given): void {
  const validate = validators.get(name);
  if (handsOn || !validate || validate(given) === true) return;
  const found = (validate.errors ?? []) as unknown as ErrorObject[];
  throw ApiRefusal.of(invalid(...toFieldErrors(found)));
}

/** Returns what matters to a program of what the API said. */
const told = ({ code, status, detail, errors = [] }: ApiRefusal['said']) => ({
  code,
  status,
  detail,
  errors,
});

const resultOf = (answer: Record<string, unknown>): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: answer,
});
