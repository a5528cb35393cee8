import { startThrowawayPostgres } from '../src/throwaway-postgres.ts';

// What a test run does with its server, for a test that kills it: says the pid, and goes on.
const { pid } = await startThrowawayPostgres();
process.stdout.write(`${pid}\n`);
setInterval(() => undefined, 60_000);
