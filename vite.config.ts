import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fetchedImports, lightMachines, lightRouter } from './scripts/vite-plugins.ts';

/** What hardly ever changes are files of their own, kept by browsers over releases: two, as each is run in one go. */
const REACT = /node_modules\/(?:react|react-dom|scheduler)\//;
const VENDOR = /node_modules\/(?:react-router|react-router-dom|xstate|@xstate\/react|use-sync-external-store)\//;
/** What forms are made of, which the pages of the catalogue start without; like the parts below. */
const FORMS =
  /\/src\/views\/parts\/(?:text-field|password-field|checkbox|form|card|modal|focus-on-mount|remove-button)\.|\/contract\/rules\/(?:phone|email|password)\./;
/** Shared by pages that nobody comes to first: each a file of its own, so that the parts stay those of the catalogue. */
const APART =
  /\/src\/\w+\/(?:\w+\/)?(?:account-links|(?:payer-)?proof|phone-verification|web-otp|reorder|push-refusal|(?:kept-|shown-)?payment(?:-\w+)?)\.|\/src\/(?:rules\/home\/home|views\/format\/date)\.|\/contract\/rules\/(?:name|otp)\./;
/** Of these, what at least three pages need is one file instead of twenty; the rest stays with its page. */
const PARTS =
  /\/src\/(?:views\/(?:parts|format|theme)|routes|compose|services)\/|\/(?:contract|src)\/rules\/|@vanilla-extract\/recipes/;

const PRODUCTION_ROUTER = new URL('./node_modules/react-router/dist/production/index.mjs', import.meta.url).pathname;

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    react(),
    vanillaExtractPlugin(),
    ...(isSsrBuild === true ? [] : [lightRouter, lightMachines, fetchedImports()]),
  ],
  publicDir: isSsrBuild === true ? false : 'public',
  // The server's bundle holds React's production build whatever NODE_ENV the shop runs with.
  define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
  // The package's exports name its development build even in production.
  resolve: { alias: command === 'build' ? [{ find: /^react-router$/, replacement: PRODUCTION_ROUTER }] : [] },
  // While the shop is being written, packages are read by Node itself.
  ssr: command === 'build' ? { noExternal: true as const } : {},
  build: {
    target: 'es2022',
    manifest: isSsrBuild !== true,
    modulePreload: {
      polyfill: false,
      // Vite names no file where a chunk needs nothing but itself.
      resolveDependencies: (file, files) => [...new Set([file, ...files])],
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions:
      isSsrBuild === true
        ? {}
        : {
            input: ['src/entry-client.tsx', 'src/early-presses.ts'],
            // A text is written where it is used, so that each chunk has its own and none of another (decision 0091).
            optimization: { inlineConst: { mode: 'all' as const } },
            output: {
              // Names are most of what the entry says of its pages: seven characters still tell every two builds apart.
              entryFileNames: 'assets/[name]-[hash:7].js',
              chunkFileNames: 'assets/[name]-[hash:7].js',
              assetFileNames: 'assets/[name]-[hash:7].[ext]',
              codeSplitting: {
                groups: [
                  { name: 'react', test: REACT, priority: 3 },
                  { name: 'hydrate', test: /\/src\/hydrate\.ts$/ },
                  // Apart from the parts below, which need constants of them alone: their functions come with their pages.
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
