import { type Command, one, parse, text, UsageError } from '../command.ts';
import { verifyTrail } from './verify-trail.ts';

export const auditVerify: Command = {
  name: 'audit verify',
  parameters: 'FILE [--head HASH] [--history FILE]',
  summary: 'checks an export of the audit trail, without the server',
  help: `  --head HASH   a hash that must be in the file, such as the head of the chain noted before
  --history FILE  what GET /api/audit/history-export answered for the same time

FILE is what GET /api/audit/export answered. Each line must have the number after the line before,
and the hash that its content and the hash before give. So a line that was changed, removed, inserted
or moved is found; that lines were cut off at the end is found with --head. Prints the number of the
first bad line, and the exit code is then 1.

With --history each event that says it changed something must have its line there, in the same order,
and the changes must give the hash that the event has. Lines whose values were erased are counted.
`,
  run(args) {
    const { values, positionals } = parse(args, { head: text, history: text });
    const file = one('audit verify', 'file', positionals);
    const head = values.head?.toLowerCase();
    if (head !== undefined && !/^[0-9a-f]{64}$/.test(head))
      throw new UsageError('--head is not a hash: 64 hexadecimal digits');
    return verifyTrail(file, head, values.history);
  },
};
