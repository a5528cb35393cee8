import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** A server that speaks the S3 protocol and checks its signatures, with one empty bucket. */
export async function startS3Server() {
  const directory = await mkdtemp(join(tmpdir(), 'atrium-s3-'));
  const configureBuckets = [{ name: 'atrium' }];
  const place = { address: '127.0.0.1', port: 0 };
  const server = new S3rver({ ...place, silent: true, directory, configureBuckets });
  // It checks signatures over a bucket's own path without the slash that the SDK signs: a listing
  // is let through unchecked, everything about an object is not. Nor does it know how signs of a name are
  // written in what is signed: such downloads are let through, too.
  server.middleware.unshift((context, next) => {
    const lenient = /^\/\w+\/\?|[?&]response-content-disposition=/.test(context.url);
    context.app = Object.create(context.app, { allowMismatchedSignatures: { value: lenient } });
    return next();
  });
  const { port } = await server.run();
  return {
    settings: {
      S3_BUCKET: 'atrium',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_PATH_STYLE: 'on',
    },
    stop: async () => {
      void server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
