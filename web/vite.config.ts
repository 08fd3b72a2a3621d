import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// The Host header goes through as it came: the server knows the clinic by it (http://linden.localhost:5173).
const api = { '/api': { target: process.env['CELADON_SERVER'] ?? 'http://127.0.0.1:8080', changeOrigin: false } };
const reactItself = /node_modules\/(react|react-dom|scheduler|@emotion|stylis)\//;
const frame = /node_modules\/(react-router|react-redux|@reduxjs|redux|immer|reselect|use-sync-external-store|redux-thunk)\//;
const page = (name: string) => new URL(name, import.meta.url).pathname;

export default defineConfig({
  plugins: [react()],
  // react-signature-canvas 1.0.7 is CommonJS: its default export must be read the way bundlers did before Vite 8, or the pad
  // renders nothing, while types and unit tests stay green.
  legacy: { inconsistentCjsInterop: true },
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  server: { allowedHosts: ['.localhost'], proxy: api },
  preview: { allowedHosts: ['.localhost'], proxy: api },
  build: {
    manifest: true,
    // The CSP allows no inline script and no data: font; every asset is a file.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // A clinic's app, and the pages of the platform's own host.
      input: { index: page('index.html'), platform: page('platform.html') },
      // What seldom changes stays cached from one release to the next.
      output: { codeSplitting: { groups: [{ name: 'react', test: reactItself }, { name: 'frame', test: frame }] } },
    },
  },
  test: { environment: 'jsdom', setupFiles: './src/testing/setup.ts', include: ['src/**/*.test.{ts,tsx}'], css: false, testTimeout: 30_000 },
});
