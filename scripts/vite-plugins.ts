import { parseAst } from 'vite';
import type { Plugin } from 'vite';

/** Plugins for the browser build. */

/** The router does not mark its code as pure, so unused exports and display names would stay in the bundle. */
export const lightRouter: Plugin = {
  name: 'duka:light-router',
  apply: 'build',
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

/** Removes the descriptions of states and transitions, because browsers do not need them. */
export const lightMachines: Plugin = {
  name: 'duka:light-machines',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\bsrc\/machines\/.*\.ts$/ },
    handler: (code) => ({ code: removeDescriptions(code), map: null }),
  },
};

function removeDescriptions(code: string): string {
  const found: { readonly start: number; readonly end: number }[] = [];
  JSON.stringify(parseAst(code), (_, node) => {
    if (node?.type === 'Property' && node.key.name === 'description' && typeof node.value.value === 'string')
      found.push(node);
    return node;
  });
  // An empty spread replaces the property, so that the commas stay valid.
  return found.reduceRight((text, { start, end }) => `${text.slice(0, start)}...null${text.slice(end)}`, code);
}

/** Makes lazy imports use `src/fetched-import.ts` instead of Vite's helper. */
export function fetchedImportsPlugin(): Plugin {
  let isReplaced = false;
  return {
    name: 'duka:fetched-imports',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== '\0vite/preload-helper.js') return null;
      isReplaced = true;
      const ours = new URL('../src/fetched-import.ts', import.meta.url).pathname;
      return `export { fetchedImport as __vitePreload } from ${JSON.stringify(ours)};`;
    },
    buildEnd(error) {
      if (error === undefined && !isReplaced) throw new Error("Vite's helper for lazy imports has a new name");
    },
  };
}
