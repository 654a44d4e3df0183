import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, parseAst } from 'vite';
import type { Plugin } from 'vite';

/** What hardly ever changes are files of their own, kept by browsers over releases: two, as each is run in one go. */
const REACT = /node_modules\/(?:react|react-dom|scheduler)\//;
const VENDOR = /node_modules\/(?:react-router|react-router-dom|xstate|@xstate\/react|use-sync-external-store)\//;
/** Of these, what at least three pages need is one file instead of twenty; the rest stays with its page. */
const PARTS =
  /\/src\/(?:views\/(?:parts|format|theme)|routes|compose|services)\/|\/(?:contract|src)\/rules\/|@vanilla-extract\/recipes/;

/** The router marks nothing as pure, so what nobody imports of it, and the names for tools, would stay. */
const lightRouter: Plugin = {
  name: 'light-router',
  transform: {
    filter: { id: /react-router\/dist\/production\/.*\.mjs$/ },
    handler: (code) => ({
      code: code
        .replace(/ = (React\d*\.(?:createContext|forwardRef|memo)\()/g, ' = /* @__PURE__ */ $1')
        .replace(/^\w+\.displayName = "[\w.]+";$/gm, ''),
      map: null,
    }),
  },
};

/** Descriptions of states are for readers and documents; browsers would fetch them for nothing. */
const lightMachines: Plugin = {
  name: 'light-machines',
  enforce: 'post',
  transform: {
    filter: { id: /\.machine\.ts$/ },
    handler: (code) => ({ code: withoutDescriptions(code), map: null }),
  },
};

function withoutDescriptions(code: string): string {
  const found: { readonly start: number; readonly end: number }[] = [];
  JSON.stringify(parseAst(code), (_, node) => {
    if (node?.type === 'Property' && node.key.name === 'description' && typeof node.value.value === 'string')
      found.push(node);
    return node;
  });
  // The comma stays with the property before or after it: an empty spread takes the place.
  return found.reduceRight((text, { start, end }) => `${text.slice(0, start)}...null${text.slice(end)}`, code);
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), vanillaExtractPlugin(), ...(isSsrBuild === true ? [] : [lightRouter, lightMachines])],
  publicDir: isSsrBuild === true ? false : 'public',
  // The server's bundle holds React's production build whatever NODE_ENV the shop runs with.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  resolve: {
    // The package's exports name its development build even in production.
    alias: [
      {
        find: /^react-router$/,
        replacement: new URL('./node_modules/react-router/dist/production/index.mjs', import.meta.url).pathname,
      },
    ],
  },
  ssr: { noExternal: true as const },
  build: {
    target: 'es2022',
    manifest: isSsrBuild !== true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions:
      isSsrBuild === true
        ? {}
        : {
            input: ['src/entry-client.tsx', 'src/early-presses.ts'],
            output: {
              codeSplitting: {
                groups: [
                  { name: 'react', test: REACT, priority: 3 },
                  { name: 'hydrate', test: /\/src\/hydrate\.ts$/ },
                  { name: 'vendor', test: VENDOR, priority: 2 },
                  { name: 'parts', test: PARTS, priority: 1, minShareCount: 3 },
                ],
              },
            },
          },
  },
}));
