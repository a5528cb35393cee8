declare module '@20minutes/s3rver' {
  type Context = { app: object; url: string };

  /** A Koa application, of which only this is used. */
  export default class S3rver {
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
