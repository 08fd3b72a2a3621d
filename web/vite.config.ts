import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// The Host header is passed on unchanged: it names the clinic to the server (http://linden.localhost:5173).
const api = {
  '/api': { target: process.env['CELADON_SERVER'] ?? 'http://127.0.0.1:8080', changeOrigin: false },
};
// What pages have in common, in few files: they stay cached from one page to the next, and code that is needed together compresses better
// together. A group takes what its members import along with them; the first that claims a module wins.
const groups = [
  // What every entry has: React, Vite's loader of further parts, the colours, how a call fails, dates.
  {
    name: 'react',
    test: /node_modules\/(?:react|react-dom|react-is|scheduler|prop-types|@fontsource[^/]*)\/|\0?vite\/(?:preload-helper|modulepreload-polyfill)|\/src\/(?:theme\/(?:tokens|variables|forcedColors)|api\/failure|lib\/(?:clinicName|dates|focusOnMount|tablet|useOnline))\.ts/,
  },
  {
    name: 'router-and-store',
    test: /node_modules\/(?:react-router|react-redux|@reduxjs|redux|immer|reselect|use-sync-external-store|redux-thunk)\//,
  },
  // What the platform's first page has of MUI, as every staff page has.
  {
    name: 'mui',
    test: /node_modules\/(?:@emotion\/(?:cache|react)|@mui\/utils\/setRef|@mui\/material\/(?:styles|CssBaseline|Box|Stack|Typography|Link|Button|IconButton|Paper|Skeleton|SvgIcon|utils))\/|node_modules\/@mui\/icons-material\/(?:CalendarMonthOutlined|LockOutlined)\.|\/src\/(?:theme\/theme|components\/LoadFailure)\.tsx?/,
  },
  // What the platform's prices and its forms have, as nearly every staff page has.
  { name: 'chip', test: /node_modules\/@mui\/material\/Chip\// },
  {
    name: 'fields',
    test: /node_modules\/@mui\/material\/Alert(?:Title)?\/|\/src\/(?:components\/(?:Adornment|CodeInput|PasswordInput|SelectInput|TextArea|TextInput)|lib\/validation)\.tsx?/,
  },
  // The staff's app before signing in, and after.
  {
    name: 'app',
    test: /\/src\/(?:app\/App|api\/(?:baseApi|generated\/auth|store)|lib\/tabMessages)\.tsx?/,
  },
  {
    name: 'staff',
    test: /\/src\/(?:app\/StaffArea|api\/(?:prefetchLoader|useTimeZone)|components\/(?:NoPermission|PageHeader|Panel|RowLink|StatusChip|lazyPart|unseen)|lib\/sentence)\.tsx?/,
  },
  {
    name: 'form',
    test: /node_modules\/(?:react-hook-form|zod|@hookform)\/|\/src\/(?:components\/Form(?:Area|Select|Text)|lib\/(?:formRules|serverErrors))\.tsx?/,
  },
];
const page = (name: string) => new URL(name, import.meta.url).pathname;

/** In development as on the server: the patient's pages for their addresses. */
const portalInDevelopment: Plugin = {
  name: 'portal-in-development',
  configureServer: ({ middlewares }) =>
    void middlewares.use((request, _response, next) => {
      if (/^\/portal(?:[/?]|$)/.test(request.url ?? '')) request.url = '/portal.html';
      if (/^\/tablet(?:\?|$)/.test(request.url ?? '')) request.url = '/tablet.html';
      if (/^\/book(?:\?|$)/.test(request.url ?? '')) request.url = '/book.html';
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
      // A clinic's app, the pages where its patients sign and book, and those of the platform's own host.
      input: {
        index: page('index.html'),
        portal: page('portal.html'),
        book: page('book.html'),
        tablet: page('tablet.html'),
        platform: page('platform.html'),
      },
      output: { codeSplitting: { groups } },
    },
  },
  test: {
    css: false,
    testTimeout: 30_000,
    // Files share their modules, because importing MUI anew for each costs as much as its tests. Every test starts with a new store and
    // without the mocks of the one before; setup.ts removes what it drew.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.dom.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'jsdom',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
          setupFiles: './src/testing/setup.ts',
        },
      },
    ],
  },
});
