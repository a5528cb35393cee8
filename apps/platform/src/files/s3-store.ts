import type { Readable } from 'node:stream';
import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Settings } from '../config.ts';
import type { DownloadGrant, ObjectStore, StoredObject, UploadGrant } from './object-store.ts';
import { asAttachment } from './url-signer.ts';

const removedAtOnce = 50;

/**
 * Stores objects in any store that speaks the S3 protocol; uploads and downloads go there directly
 * by presigned URLs.
 */
export function s3Store(settings: S3Settings): ObjectStore {
  const { bucket: Bucket } = settings;
  let connecting: ReturnType<typeof connect> | undefined;
  const s3 = () => (connecting ??= connect(settings));

  async function ready(): Promise<void> {
    const { client } = await s3();
    await client.config.credentials();
  }

  /**
   * Presigns a PUT with the Content-Type among what is signed. The protocol cannot sign a largest
   * size: whoever reads the object asks for its size first.
   */
  async function grantUpload({ key, contentType, expiresAt }: UploadGrant): Promise<string> {
    const { sdk, client, getSignedUrl } = await s3();
    const command = new sdk.PutObjectCommand({ Bucket, Key: key, ContentType: contentType });
    return getSignedUrl(client, command, {
      expiresIn: secondsUntil(expiresAt),
      signableHeaders: new Set(['host', 'content-type']),
    });
  }

  /** Presigns a GET whose answer bears the name and the type, and is saved rather than shown. */
  async function grantDownload({ key, fileName, contentType, expiresAt }: DownloadGrant) {
    const { sdk, client, getSignedUrl } = await s3();
    const command = new sdk.GetObjectCommand({
      Bucket,
      Key: key,
      ResponseContentDisposition: asAttachment(fileName),
      ResponseContentType: contentType,
    });
    return getSignedUrl(client, command, { expiresIn: secondsUntil(expiresAt) });
  }

  async function stream(key: string) {
    const { sdk, client } = await s3();
    const command = new sdk.GetObjectCommand({ Bucket, Key: key });
    const found = await client.send(command).catch(absent);
    if (!found?.Body) return null;
    return { content: found.Body as Readable, bytes: found.ContentLength ?? 0 };
  }

  async function sizeOf(key: string): Promise<number | null> {
    const { sdk, client } = await s3();
    const head = await client.send(new sdk.HeadObjectCommand({ Bucket, Key: key })).catch(absent);
    return head?.ContentLength ?? null;
  }

  async function read(key: string, maxBytes = Number.POSITIVE_INFINITY): Promise<Buffer | null> {
    const size = await sizeOf(key);
    if (size === null || size > maxBytes) return null;
    const { sdk, client } = await s3();
    // Reading ends at the size that was allowed, whatever was put there in between.
    const Range = size > 0 ? `bytes=0-${size - 1}` : undefined;
    const command = new sdk.GetObjectCommand({ Bucket, Key: key, Range });
    const found = await client.send(command).catch(absent);
    const bytes = await found?.Body?.transformToByteArray();
    return bytes ? Buffer.from(bytes) : null;
  }

  async function write(key: string, body: Buffer, contentType: string): Promise<void> {
    const { sdk, client } = await s3();
    const object = { Bucket, Key: key, Body: body, ContentType: contentType };
    await client.send(new sdk.PutObjectCommand(object));
  }

  async function list(prefix: string): Promise<StoredObject[]> {
    const { sdk, client } = await s3();
    const objects: StoredObject[] = [];
    for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
      for (const { Key: key, LastModified, Size: bytes = 0 } of page.Contents ?? [])
        if (key && LastModified)
          objects.push({ key, storedAt: LastModified.toTemporalInstant(), bytes });
    }
    return objects;
  }

  /** One request for each object, which every store understands; many at once do not all. */
  async function remove(keys: readonly string[]): Promise<void> {
    const { sdk, client } = await s3();
    for (let at = 0; at < keys.length; at += removedAtOnce) {
      const some = keys.slice(at, at + removedAtOnce);
      await Promise.all(
        some.map((Key) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key })).catch(absent)),
      );
    }
  }

  return { ready, grantUpload, grantDownload, stream, sizeOf, read, write, list, remove };
}

const secondsUntil = (instant: Temporal.Instant) =>
  Math.floor(instant.since(Temporal.Now.instant()).total('seconds'));

/** Loads the SDK when the first object is wanted: it is large, and many starts never need it. */
async function connect({ endpoint, region, accessKeyId, secretAccessKey, pathStyle }: S3Settings) {
  const [sdk, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const client: S3Client = new sdk.S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint ? { endpoint } : {}),
    // Without keys the SDK looks for them itself: a role of the machine, say.
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // Newer checksums are in the way of presigned uploads, and not every store knows them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { sdk, client, getSignedUrl };
}

function absent(error: S3ServiceException): null {
  if (error.$metadata?.httpStatusCode === 404) return null;
  throw error;
}
