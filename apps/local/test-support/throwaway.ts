import { startThrowawayPostgres } from '../src/throwaway-postgres.ts';

// Starts a server as a test run does, for a test that kills it: says the pid, and goes on.
const { pid } = await startThrowawayPostgres();
process.stdout.write(`${pid}\n`);
setInterval(() => undefined, 60_000);
