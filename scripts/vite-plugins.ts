import { parseAst } from 'vite';
import type { Plugin } from 'vite';

/** What the browser's build does beyond Vite. */

/** The router marks nothing as pure, so what nobody imports of it, and the names for tools, would stay. */
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

/** Descriptions of states and transitions are for readers and documents; browsers would fetch them for nothing. */
export const lightMachines: Plugin = {
  name: 'duka:light-machines',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\.(machine|regions)\.ts$/ },
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

/** Lazy imports of the browser's build go through src/fetched-import.ts: it stands where Vite calls its own helper. */
export function fetchedImports(): Plugin {
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
      if (error === undefined && !isReplaced) throw new Error("Vite's helper of lazy imports has another name now");
    },
  };
}
