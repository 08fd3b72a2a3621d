import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// The Host header goes through as it came: the server knows the clinic by it (http://linden.localhost:5173).
const api = { '/api': { target: process.env['CELADON_SERVER'] ?? 'http://127.0.0.1:8080', changeOrigin: false } };
// Libraries stay cached from one release to the next, and what is always needed together compresses better in one file. A group takes
// what its members import along with them; the first that claims a module wins.
const groups = [
  // What every entry has: React, Vite's loader of further parts, the colours, how a call fails.
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|prop-types|@fontsource[^/]*)\/|\0?vite\/(?:preload-helper|modulepreload-polyfill)|\/src\/(?:theme\/(?:tokens|variables|forcedColors)|api\/failure)\.ts/ },
  { name: 'router-and-store', test: /node_modules\/(?:react-router|react-redux|@reduxjs|redux|immer|reselect|use-sync-external-store|redux-thunk)\// },
  // What the platform's pages have of MUI, as every staff page has.
  { name: 'mui', test: /node_modules\/(?:@emotion\/(?:cache|react)|@mui\/material\/(?:styles|CssBaseline|Box|Stack|Typography|Link|Button|IconButton|Paper|Skeleton|SvgIcon|utils))\/|node_modules\/@mui\/icons-material\/(?:CalendarMonthOutlined|LockOutlined)\.|\/src\/(?:theme\/theme|components\/LoadFailure)\.tsx?/ },
];
const page = (name: string) => new URL(name, import.meta.url).pathname;

/** In development as on the server: the patient's page for its addresses. */
const portalInDevelopment: Plugin = {
  name: 'portal-in-development',
  configureServer: ({ middlewares }) => void middlewares.use((request, _response, next) => {
    if (/^\/portal(?:[/?]|$)/.test(request.url ?? '')) request.url = '/portal.html';
    next();
  }),
};

export default defineConfig({
  plugins: [react(), portalInDevelopment],
  // react-signature-canvas 1.0.7 is CommonJS: its default export must be read the way bundlers did before Vite 8, or the pad
  // renders nothing, while types and unit tests stay green.
  legacy: { inconsistentCjsInterop: true },
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  server: { allowedHosts: ['.localhost'], proxy: api },
  preview: { allowedHosts: ['.localhost'], proxy: api },
  build: {
    manifest: true,
    // Browsers that do not know modulepreload load the same a little later.
    modulePreload: { polyfill: false },
    // The CSP allows no inline script and no data: font; every asset is a file.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // A clinic's app, the page where its patients sign, and the pages of the platform's own host.
      input: { index: page('index.html'), portal: page('portal.html'), platform: page('platform.html') },
      output: { codeSplitting: { groups } },
    },
  },
  test: { environment: 'jsdom', setupFiles: './src/testing/setup.ts', include: ['src/**/*.test.{ts,tsx}'], css: false, testTimeout: 30_000 },
});
