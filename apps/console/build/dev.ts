import { createServer } from 'vite';

/** Serves the console with reload; what is not the console's is asked of a running `npm start`. */
const target = process.argv[2] ?? 'http://localhost:8080';
const server = await createServer({
  configFile: `${import.meta.dirname}/../vite.config.ts`,
  server: {
    proxy: Object.fromEntries(
      ['/api', '/docs', '/health', '/dev', '/version', '/openapi.json', '/.well-known'].map(
        (path) => [
          path,
          // The cookie of the session is taken from the platform's own address only.
          { target, changeOrigin: true, headers: { origin: target } },
        ],
      ),
    ),
  },
});
await server.listen();
server.printUrls();
