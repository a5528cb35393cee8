import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { mantineStylesheet } from './build/mantine-styles.ts';
import { operationTable } from './build/operation-table.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), operationTable(), mantineStylesheet()],
  html: { cspNonce: 'development' },
  build: {
    manifest: true,
    target: 'es2023',
    // Nothing is inlined: the policy of the page takes scripts, styles and pictures from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      input: ['src/first.ts', 'src/main.tsx'],
      output: {
        codeSplitting: {
          groups: [
            // What asks for the session runs before the rest has come.
            {
              name: 'session',
              test: /src\/(ahead|api-error|asker|session|storage|tenant)\.ts$/,
              priority: 1,
            },
            // What nearly every screen needs is one file: fifty small ones were a tenth more bytes, and came in turns.
            { name: 'shared', minShareCount: 30 },
          ],
        },
      },
    },
  },
});
