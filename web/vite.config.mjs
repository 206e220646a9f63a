import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVICE_PATHS = ['/api', '/v1', '/docs', '/openapi.json', '/.well-known', '/app/session'];
const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:3000';

/** In development the page comes from here. The service puts its own values in. */
const valuesOfService = {
  name: 'values-of-service',
  apply: 'serve',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { server }) => {
      const { host, port } = server.config.server;
      return html.replaceAll('{{base}}', '/app/').replaceAll('{{origin}}', `http://${host}:${port}`);
    },
  },
};

export default defineConfig(({ command }) => ({
  // The page names its base, because proxies can serve the service below a path.
  base: command === 'build' ? './' : '/app/',
  plugins: [react(), valuesOfService],
  resolve: {
    alias: { 'aviation-maintenance-knowledge-client': path.resolve(import.meta.dirname, '../sdk/src/index.ts') },
  },
  ...(command === 'build' && { html: { cspNonce: '{{nonce}}' } }),
  build: {
    target: 'es2022',
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // scripts/console.mjs checks the sizes.
    chunkSizeWarningLimit: 2048,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(SERVICE_PATHS.map((name) => [name, { target: service }])),
  },
}));
