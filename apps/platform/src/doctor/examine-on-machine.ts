import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { openDb } from '../database/db.ts';
import { countSeals, type SealedColumn, type SealingKeys } from '../database/reseal.ts';
import { openObjectStore } from '../files/open-object-store.ts';
import { examine } from './examine.ts';
import type { Certificate, Finding, Means } from './finding.ts';

const limitMs = 8_000;

/**
 * Looks at an installation from its machine, over a connection of its own to the database. `sealedColumns` are
 * the places of sealed texts; `backups` knows of those, and their login. Names are looked up at the servers that the
 * settings of domains name, else at the system's.
 */
export async function examineOnMachine(
  config: Config,
  sealedColumns: (keys: SealingKeys) => readonly SealedColumn[],
  backups: Pick<Means, 'findBackupAge' | 'tryBackupLogin'>,
): Promise<Finding[]> {
  const db = openDb({ url: config.databaseUrl, max: 2 });
  const dns = new Resolver({ timeout: 3_000, tries: 2 });
  const { domainProof, domainReach } = config;
  const [servers] = [domainProof.servers, domainReach.nameServers].filter(
    ({ length }) => length > 0,
  );
  if (servers) dns.setServers(servers);
  try {
    return await examine({
      config,
      db,
      dns,
      fetch,
      readCertificate,
      greetMailServer: (url) =>
        createTransport({ url, connectionTimeout: limitMs, greetingTimeout: limitMs }).verify(),
      readDisk: async (path) => {
        const { bavail, blocks, bsize } = await statfs(path);
        return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
      },
      store: openObjectStore(config),
      countSeals: (keys) => countSeals(db, sealedColumns(keys)),
      ...backups,
      now: Date.now,
    });
  } finally {
    await db.close();
  }
}

/** Reads the certificate that a host shows, whether it is believed or not. */
async function readCertificate(host: string, port: number): Promise<Certificate> {
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false });
  socket.setTimeout(limitMs, () =>
    socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })),
  );
  try {
    await once(socket, 'secureConnect');
    const { valid_to: validTo } = socket.getPeerCertificate();
    const distrust = socket.authorized ? null : String(socket.authorizationError);
    return { validTo: Date.parse(validTo), distrust };
  } finally {
    socket.destroy();
  }
}
