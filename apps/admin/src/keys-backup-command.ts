import { type Command, one, parse } from '@atrium/cli/command.ts';
import { writeKeyPair } from '@atrium/local/backup/key-pair.ts';

export const keysBackup: Command = {
  name: 'keys backup',
  parameters: 'FILE',
  summary: 'makes the pair of keys that backups are encrypted with',
  help: `Writes the private key to FILE, which must not exist and which only you can read, and prints the public
one alone on the last line: the setting BACKUP_PUBLIC_KEY. Keep FILE away from the machine and from
its backups: whoever has it reads them, and without it nobody restores them.
`,
  async run(args) {
    const file = one('keys backup', 'file', parse(args, {}).positionals);
    const publicKey = writeKeyPair(file);
    process.stdout.write(
      `The private key is in ${file}. Keep it away from this machine; without it no backup is restored.\nBACKUP_PUBLIC_KEY is:\n${publicKey}\n`,
    );
    return 0;
  },
};
