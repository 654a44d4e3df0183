import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { nameChunks } from './scripts/page-chunks.ts';
import {
  fetchedImportsPlugin,
  lightMachines,
  lightRouter,
  lightRoutes,
  lightSettings,
  lightTexts,
  mergedEntry,
  reactModules,
} from './scripts/vite-plugins.ts';

/** Packages rarely change, and browsers cache them across releases. Two files, because each runs in one task. */
const RENDERER = /node_modules\/(?:react-dom|scheduler)\/|\/src\/hydrate\.ts$/;
const PACKAGES =
  /node_modules\/(?:react|react-router|react-router-dom|xstate|@xstate\/react|use-sync-external-store)\/|rolldown.runtime/;

const ENTRY = 'src/entry-client.tsx';
const PRODUCTION_ROUTER = new URL('./node_modules/react-router/dist/production/index.mjs', import.meta.url).pathname;

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    react(),
    vanillaExtractPlugin(),
    ...(isSsrBuild === true
      ? []
      : [
          reactModules,
          lightRouter,
          lightMachines,
          lightSettings,
          lightTexts,
          lightRoutes,
          fetchedImportsPlugin(),
          mergedEntry(ENTRY),
        ]),
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
            input: [ENTRY, 'src/early-presses.ts'],
            // Inlines texts where they are used, so that each chunk contains only its own (decision 0091).
            optimization: { inlineConst: { mode: 'all' as const } },
            // It would give pages that share a file a helper and one more export.
            experimental: { chunkOptimization: false },
            output: {
              // Names make up most of the entry's page list. Seven characters are still unique.
              entryFileNames: 'assets/[name]-[hash:7].js',
              chunkFileNames: 'assets/[name]-[hash:7].js',
              assetFileNames: 'assets/[name]-[hash:7].[ext]',
              codeSplitting: {
                groups: [
                  { name: 'packages', test: PACKAGES, priority: 2 },
                  { name: 'renderer', test: RENDERER, priority: 1 },
                  { name: nameChunks(), debugName: 'pages', includeDependenciesRecursively: false },
                ],
              },
            },
          },
  },
}));
