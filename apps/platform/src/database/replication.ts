import { Readable } from 'node:stream';
import pg from 'pg';

/** The part of pg's connection that copying needs: the messages of the protocol, and its socket. */
type Wire = {
  query: (text: string) => void;
  sendCopyFromChunk: (chunk: Buffer) => void;
  sendCopyFail: (reason: string) => void;
  stream: { pause: () => void; resume: () => void };
};

/** Rows as text, one array for each result. */
export type Row = (string | null)[];

/** A command whose answer is copied: rows before and after, and what comes between as it comes. */
class Command {
  readonly rows: Row[] = [];
  readonly done = Promise.withResolvers<Row[]>();
  wire: Wire | undefined;
  private readonly text: string;
  private readonly take: (chunk: Buffer, wire: Wire) => void;
  private failure: Error | undefined;

  constructor(text: string, take: (chunk: Buffer, wire: Wire) => void = () => undefined) {
    this.text = text;
    this.take = take;
    this.done.promise.catch(() => undefined);
  }

  submit(wire: Wire): void {
    this.wire = wire;
    wire.query(this.text);
  }
  handleDataRow({ fields }: { fields: Row }): void {
    this.rows.push(fields);
  }
  handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire): void {
    // Copied, since pg reads what comes next into the same memory.
    this.take(Buffer.from(chunk), wire);
  }
  handleError(error: Error): void {
    this.failure ??= error;
    this.done.reject(error);
  }
  handleReadyForQuery(): void {
    if (!this.failure) this.done.resolve(this.rows);
  }
  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('nothing is copied in');
  }
  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

/** PostgreSQL's insufficient_privilege. */
const mayNot = '42501';

// A server that accepts connections and is no PostgreSQL may never answer.
const longestConnectMs = 10_000;

/** The server cannot be reached, or ended a connection: it may come back. */
export class LostConnection extends Error {
  override name = 'LostConnection';
  readonly code = 'CONNECTION_LOST';
}

/** Returns whether the fault is that a server is away, by the codes of sockets and of PostgreSQL. */
export function isAway(error: unknown): boolean {
  const { code = '', syscall } = error as { code?: string; syscall?: string };
  return (
    /^(08|57P)|^53300$|^CONNECT(ION)?_/.test(code) ||
    /^(EAI_AGAIN|ECONN|EHOST|ENET|ENOTFOUND$|EPIPE$|ETIMEDOUT$)/.test(code) ||
    (code === 'ENOENT' && syscall === 'connect')
  );
}

export type Replication = Awaited<ReturnType<typeof openReplication>>;

/**
 * Opens a connection that may replicate: for copies of the whole server and its log, by the protocol
 * that pg_basebackup and pg_receivewal speak (PostgreSQL's documentation, "Streaming Replication
 * Protocol"). Tries the access rules of the database named, then those of replication.
 */
export async function openReplication(url: string, connectMs = longestConnectMs) {
  const client = await connect(url, 'database', connectMs).catch(
    (error: Error & { code?: string }) => {
      // invalid_authorization_specification: no access rule of this database.
      if (error.code !== '28000') throw error;
      return connect(url, 'true', connectMs);
    },
  );
  let lost: Error | undefined;
  const commands = new Set<Command>();
  const lose = (error: Error) => {
    lost ??= new LostConnection(error.message, { cause: error });
    for (const command of commands) command.handleError(lost);
  };
  client.on('error', lose);
  client.on('end', () => lose(new LostConnection('The connection to the database ended')));

  function submit(command: Command): Command {
    if (lost) command.handleError(lost);
    else {
      commands.add(command);
      void command.done.promise.finally(() => commands.delete(command)).catch(() => undefined);
      client.query(command as unknown as pg.Submittable);
    }
    return command;
  }

  const ask = (text: string): Promise<Row[]> => submit(new Command(text)).done.promise;

  /** Copies out what a command answers, no faster than it is read. */
  function copyOut(text: string): { data: Readable; rows: Promise<Row[]> } {
    const command = new Command(text, (chunk, { stream }) => {
      if (!data.push(chunk)) stream.pause();
    });
    const data = new Readable({
      objectMode: true,
      highWaterMark: 16,
      read: () => command.wire?.stream.resume(),
    });
    submit(command);
    command.done.promise.then(
      () => {
        data.push(null);
        // Its last messages may have come while nobody read.
        command.wire?.stream.resume();
      },
      (error: Error) => data.destroy(error),
    );
    return { data, rows: command.done.promise };
  }

  /** Takes in what a command sends while we answer, until the connection ends. */
  function copyBoth(text: string, take: (chunk: Buffer, send: (chunk: Buffer) => void) => void) {
    const command = submit(
      new Command(text, (chunk, wire) => take(chunk, (answer) => wire.sendCopyFromChunk(answer))),
    );
    return {
      ended: command.done.promise,
      send: (chunk: Buffer) => command.wire?.sendCopyFromChunk(chunk),
      pause: () => command.wire?.stream.pause(),
      resume: () => command.wire?.stream.resume(),
    };
  }

  /** Ends the connection, and without waiting what is copied over it. */
  const close = () => client.end().catch(() => undefined);

  return { ask, copyOut, copyBoth, close };
}

/** Opens such a connection and closes it. Rejects where the login cannot connect or may not replicate. */
export async function tryReplication(url: string, connectMs = longestConnectMs): Promise<void> {
  const { close } = await openReplication(url, connectMs);
  await close();
}

async function connect(
  url: string,
  replication: 'database' | 'true',
  connectMs: number,
): Promise<pg.Client> {
  const settings = {
    connectionString: url,
    replication,
    application_name: 'atrium backup',
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
  };
  const client = new pg.Client(settings as pg.ClientConfig);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    const { code } = error as { code?: string };
    if (code === mayNot)
      throw Object.assign(
        new Error(
          'The login of BACKUP_DATABASE_URL may not replicate: ALTER ROLE … REPLICATION, or use the backups of the provider',
          { cause: error },
        ),
        { code },
      );
    // Only a server that ended the connection before it answered, or never answers, gives no code.
    if (code) throw error;
    throw new LostConnection((error as Error).message, { cause: error });
  }
}
