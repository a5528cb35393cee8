import type { S3Settings } from '../config.ts';

/** Returns the origin at which browsers reach the objects of a bucket, by the addresses that are signed for them. */
export function bucketOrigin({ bucket, endpoint, region, pathStyle }: S3Settings): string {
  const { protocol, host } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  return `${protocol}//${pathStyle ? '' : `${bucket}.`}${host}`;
}
