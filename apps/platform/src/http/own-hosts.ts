import type { FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import type { Config } from '../config.ts';
import type { Tx } from '../database/transaction.ts';

/** Returns how the links and pictures of a firm begin. */
export type OriginOf = (tx: Tx, tenantUuid: string) => Promise<string>;

/** A host that is a firm's domain, and whose. */
export type FirmHost = { host: string; tenantUuid: string };

declare module 'fastify' {
  interface FastifyRequest {
    /** Returns whether an origin, such as an Origin header's value, is one of this platform's own hosts. */
    isOwnOrigin(origin: string): Promise<boolean>;
    /** Returns whether the Host header names this machine: the check against DNS rebinding. */
    namesThisMachine(): Promise<boolean>;
    /** The origin that addresses of no firm begin with; always an own host. */
    ownOrigin(): Promise<string>;
    /** Returns the function that says how addresses of firms begin, to be called in a transaction. */
    originOfFirms(): Promise<OriginOf>;
    /** The firm whose domain an own origin is of; undefined of every other one. */
    firmAt(origin: string): Promise<FirmHost | undefined>;
    /** The firm whose domain the request came to; undefined at every other host. */
    hostFirm(): Promise<FirmHost | undefined>;
    /** The origin of the own host that the request came to; any other host counts as PUBLIC_URL's. */
    hostOrigin(): Promise<string>;
  }
}

type Settings = Pick<Config, 'development' | 'host' | 'port' | 'publicUrl'>;
/** Returns whether a domain is mapped to a live tenant and active. */
type IsMapped = (domain: string) => Promise<boolean>;

type Options = {
  config: Settings;
  /** Returns the live tenant that a domain is mapped to and active for. */
  tenantAt: (domain: string) => Promise<string | undefined>;
  /** Returns how addresses of a firm begin, `otherwise` where it has no domain to name. */
  originOf: (tx: Tx, tenantUuid: string, otherwise: string) => Promise<string>;
};

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** Returns whether HOST is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Returns whether an origin is plain http on this machine, where browsers keep no Secure cookies. */
export function isPlainLoopback(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  const isLocal =
    /(^|\.)localhost$/.test(hostname) || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'http:' && isLocal;
}

/** Returns the address of the platform as mails and the terminal name it: PUBLIC_URL, else `localhost`. */
export function publicAddress({ publicUrl, host, port }: Settings): string {
  if (publicUrl) return publicUrl;
  const everywhere = ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::'];
  if (everywhere.includes(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Own hosts are the origin of PUBLIC_URL, `https://` of active mapped domains and, on the embedded
 * start, `localhost`, `127.0.0.1`, `[::1]` and mapped names under `.localhost`, with its port.
 */
export function createOwnHosts(settings: Settings, isMapped: IsMapped) {
  async function isThisMachine(url: URL, port: number): Promise<boolean> {
    if (!settings.development || url.protocol !== 'http:' || portOf(url) !== port) return false;
    if (loopbackNames.includes(url.hostname)) return true;
    return url.hostname.endsWith('.localhost') && (await isMapped(url.hostname));
  }

  /** `port` is the one that the platform listens on. */
  async function isOwn(origin: string, port: number): Promise<boolean> {
    const url = URL.parse(origin);
    if (!url || url.origin !== origin.toLowerCase()) return false;
    if (url.origin === new URL(publicAddress({ ...settings, port })).origin) return true;
    if (await isThisMachine(url, port)) return true;
    return url.protocol === 'https:' && url.port === '' && isMapped(url.hostname);
  }

  return { isOwn, isThisMachine };
}

const portOf = (url: URL) => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

/** Lets every request be asked whether a host or an origin is the platform's own. */
export const ownHosts = fastifyPlugin<Options>(async (app, { config, tenantAt, originOf }) => {
  const hosts = createOwnHosts(config, async (domain) => (await tenantAt(domain)) !== undefined);
  // The port that the request came in by: with PORT=0 the system has chosen it.
  const portOfPlatform = ({ socket }: FastifyRequest) => socket.localPort || config.port;

  app.decorateRequest('isOwnOrigin', function (this: FastifyRequest, origin: string) {
    return hosts.isOwn(origin, portOfPlatform(this));
  });
  app.decorateRequest('namesThisMachine', async function (this: FastifyRequest) {
    const url = URL.parse(`http://${this.headers.host}`);
    return url !== null && hosts.isThisMachine(url, portOfPlatform(this));
  });
  app.decorateRequest('ownOrigin', async function (this: FastifyRequest) {
    const asked = URL.parse(`${this.protocol}://${this.host}`)?.origin;
    if (asked && !config.publicUrl && (await this.isOwnOrigin(asked))) return asked;
    return publicAddress({ ...config, port: portOfPlatform(this) });
  });
  app.decorateRequest('hostOrigin', async function (this: FastifyRequest) {
    const asked = URL.parse(`${this.protocol}://${this.host}`)?.origin;
    if (asked && (await this.isOwnOrigin(asked))) return asked;
    return new URL(await this.ownOrigin()).origin;
  });
  app.decorateRequest('originOfFirms', async function (this: FastifyRequest) {
    const otherwise = await this.ownOrigin();
    return (tx: Tx, tenantUuid: string) => originOf(tx, tenantUuid, otherwise);
  });
  app.decorateRequest('firmAt', async (origin: string) => {
    const { hostname: host } = new URL(origin);
    const tenantUuid = await tenantAt(host);
    return tenantUuid === undefined ? undefined : { host, tenantUuid };
  });
  app.decorateRequest('hostFirm', async function (this: FastifyRequest) {
    return this.firmAt(await this.hostOrigin());
  });
});
