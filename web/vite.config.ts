import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { licences } from './licences.ts';

// The bundle is embedded in the binary and compared with git by CI: fixed names, one script, one sheet of styles.
export default defineConfig({
  base: '/',
  plugins: [svelte(), licences()],
  build: {
    target: 'es2022',
    // The oldest that know light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    sourcemap: false,
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        codeSplitting: false,
        entryFileNames: 'assets/app.js',
        assetFileNames: 'assets/app[extname]',
      },
    },
  },
  // To work on the page while the program runs: EQUIPOISE_URL=http://127.0.0.1:PORT npm run dev. The server takes requests of its
  // own page only, so that they must look like them.
  server: {
    proxy: process.env.EQUIPOISE_URL
      ? {
          '/api': {
            target: process.env.EQUIPOISE_URL,
            changeOrigin: true,
            configure: (proxy) =>
              proxy.on('proxyReq', (request) => {
                request.removeHeader('origin');
                request.removeHeader('sec-fetch-site');
              }),
          },
        }
      : {},
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    environment: 'node',
  },
});
