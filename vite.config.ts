import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fetchedImportsPlugin, lightMachines, lightRouter } from './scripts/vite-plugins.ts';

/**
 * Packages that rarely change are in separate files, which browsers cache across releases. Two files, because each runs
 * in one task.
 */
const REACT = /node_modules\/(?:react|react-dom|scheduler)\//;
const VENDOR = /node_modules\/(?:react-router|react-router-dom|xstate|@xstate\/react|use-sync-external-store)\//;
/** Form components, which catalogue pages do not need at the start. */
const FORMS =
  /\/src\/views\/parts\/(?:text-field|password-field|checkbox|form|card|modal|focus-on-mount|remove-button)\.|\/contract\/rules\/(?:phone|email|password)\./;
/**
 * Shared by pages that are rarely opened first. Each is a separate file, so that `parts` contains only what the
 * catalogue needs.
 */
const APART =
  /\/src\/\w+\/(?:\w+\/)?(?:account-links|(?:payer-)?proof|phone-verification|web-otp|reorder|push-refusal|(?:kept-|shown-)?payment(?:-\w+)?)\.|\/src\/(?:rules\/home\/home|views\/format\/date)\.|\/contract\/rules\/(?:name|otp)\./;
/** Modules that at least three pages need are one file instead of twenty. The others stay with their page. */
const PARTS =
  /\/src\/(?:views\/(?:parts|format|theme)|routes|compose|services)\/|\/(?:contract|src)\/rules\/|@vanilla-extract\/recipes/;

const PRODUCTION_ROUTER = new URL('./node_modules/react-router/dist/production/index.mjs', import.meta.url).pathname;

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    react(),
    vanillaExtractPlugin(),
    ...(isSsrBuild === true ? [] : [lightRouter, lightMachines, fetchedImportsPlugin()]),
  ],
  publicDir: isSsrBuild === true ? false : 'public',
  // The server bundle contains React's production build for any `NODE_ENV`.
  define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
  // The package's exports point to the development build even in production.
  resolve: { alias: command === 'build' ? [{ find: /^react-router$/, replacement: PRODUCTION_ROUTER }] : [] },
  // In development Node loads the packages directly.
  ssr: command === 'build' ? { noExternal: true as const } : {},
  build: {
    target: 'es2022',
    manifest: isSsrBuild !== true,
    modulePreload: {
      polyfill: false,
      // Vite lists no file for a chunk without dependencies.
      resolveDependencies: (file, files) => [...new Set([file, ...files])],
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions:
      isSsrBuild === true
        ? {}
        : {
            input: ['src/entry-client.tsx', 'src/early-presses.ts'],
            // Inlines texts where they are used, so that each chunk contains only its own (decision 0091).
            optimization: { inlineConst: { mode: 'all' as const } },
            output: {
              // Names make up most of the entry's page list. Seven characters are still unique.
              entryFileNames: 'assets/[name]-[hash:7].js',
              chunkFileNames: 'assets/[name]-[hash:7].js',
              assetFileNames: 'assets/[name]-[hash:7].[ext]',
              codeSplitting: {
                groups: [
                  { name: 'react', test: REACT, priority: 3 },
                  { name: 'hydrate', test: /\/src\/hydrate\.ts$/ },
                  // Separate from `parts`, which needs only their constants. Their functions load with their pages.
                  { name: 'texts-account', test: /\/texts\/account\.ts$/, priority: 2 },
                  { name: 'texts-catalogue', test: /\/src\/texts\/catalogue\.ts$/, priority: 2 },
                  { name: 'vendor', test: VENDOR, priority: 2 },
                  {
                    name: 'parts',
                    test: (id) => PARTS.test(id) && !FORMS.test(id) && !APART.test(id),
                    priority: 1,
                    minShareCount: 3,
                  },
                  { name: 'forms', test: FORMS, minShareCount: 3 },
                ],
              },
            },
          },
  },
}));
