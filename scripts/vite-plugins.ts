import fs from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import type { Manifest, Plugin } from 'vite';
import { formatPhone, toPhoneHref } from '../contract/rules/phone.ts';
import { shop } from '../contract/shop.config.ts';

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

/** React's packages by the file that a browser runs in production. */
const REACT_FILES: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
  // React has it; the package is for older versions.
  'use-sync-external-store/shim': 'react/cjs/react.production.js',
  'use-sync-external-store/shim/with-selector':
    'use-sync-external-store/cjs/use-sync-external-store-shim/with-selector.production.js',
};

/**
 * React's packages are CommonJS. As modules they need no helper file, and every use of them is shorter. Their exports
 * are assignments to `exports`, their imports `name = require("package")`.
 */
export const reactModules: Plugin = {
  name: 'duka:react-modules',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) =>
    REACT_FILES[id] === undefined ? null : new URL(`../node_modules/${REACT_FILES[id]}`, import.meta.url).pathname,
  transform: {
    filter: { id: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store)\/cjs\// },
    handler(code) {
      const names = [...new Set([...code.matchAll(/\bexports\.(\w+)\s*=/g)].map(([, name]) => name))];
      const packages = [...new Set([...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name))];
      return {
        code: [
          ...packages.map((name, index) => `import package${index} from '${name}';`),
          'const exports = {};',
          code.replace(/\brequire\("([^"]+)"\)/g, (_, name) => `package${packages.indexOf(name)}`),
          'export default exports;',
          `const { ${names.map((name) => `${name}: export_${name}`).join(', ')} } = exports;`,
          `export { ${names.map((name) => `export_${name} as ${name}`).join(', ')} };`,
        ].join('\n'),
        map: null,
      };
    },
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

/**
 * Writes the shop's settings where they are used. Otherwise every page would contain all of them, and the rules for
 * phone numbers only to format the shop's own (decision 0129).
 */
export const lightSettings: Plugin = {
  name: 'duka:light-settings',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/(?:src|contract)\/.*\.tsx?$/, code: /\/shop\.config\.ts/ },
    handler: (code) => ({
      code: removeUnusedImports(
        code
          .replace(/\bformatPhone\(shop\.phone\)/g, JSON.stringify(formatPhone(shop.phone)))
          .replace(/\btoPhoneHref\(shop\.phone\)/g, JSON.stringify(toPhoneHref(shop.phone)))
          .replace(/\bshop\.(\w+)\b/g, (used, name: string) =>
            name in shop ? `(${JSON.stringify(shop[name as keyof typeof shop])})` : used,
          ),
      ),
      map: null,
    }),
  },
};

const SETTINGS_IMPORT = /^import \{ ([^}]+) \} from ["'][^"']*\/(?:shop\.config|phone)\.ts["'];$/gm;

/** `nameChunks` would still place a module in the page's file if only an unused import names it. */
function removeUnusedImports(code: string): string {
  const body = code.replace(SETTINGS_IMPORT, '');
  return code.replace(SETTINGS_IMPORT, (line, names: string) =>
    names.split(', ').some((name) => new RegExp(`\\b${name}\\b`).test(body)) ? line : '',
  );
}

const TEXTS_IMPORT = /^import \* as texts from ["']([^"']*\/texts\/\w+\.ts)["'];$/m;
const TEXTS_USE = /(?<!\w\.|[-/\w])texts\.(\w+)/g;

/** Makes each text a module, so that a file contains the texts of its own views instead of all texts of their area. */
export const lightTexts: Plugin = {
  name: 'duka:light-texts',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/src\/.*\.tsx?$/, code: TEXTS_IMPORT },
    handler(code) {
      const [line = '', file = ''] = TEXTS_IMPORT.exec(code) ?? [];
      const names = new Set([...code.matchAll(TEXTS_USE)].map(([, name]) => name));
      const imports = [...names].map((name) => `import { ${name} as texts_${name} } from '${file}?${name}';`);
      return { code: code.replace(line, imports.join('')).replace(TEXTS_USE, 'texts_$1'), map: null };
    },
  },
};

/** The server looks up a page's source file in the manifest. The browser does not need the names. */
export const lightRoutes: Plugin = {
  name: 'duka:light-routes',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/src\/routes\/table\.ts$/ },
    handler: (code) => ({ code: code.replace(/\bpage\(\s*["'][^"']+["']/g, 'page(""'), map: null }),
  },
};

/** The bundler leaves an empty file for the entry that imports the one with its code. Pages name that one instead. */
export function mergedEntry(entry: string): Plugin {
  let merged = '';
  return {
    name: 'duka:merged-entry',
    apply: 'build',
    generateBundle(_, bundle) {
      const holds = (ids: readonly string[]) => ids.some((id) => id.endsWith(`/${entry}`));
      merged = Object.values(bundle).find((file) => file.type === 'chunk' && holds(file.moduleIds))?.fileName ?? '';
    },
    writeBundle({ dir = '' }) {
      const file = path.join(dir, '.vite/manifest.json');
      const manifest = JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest;
      const empty = manifest[entry];
      const code = Object.values(manifest).find((chunk) => chunk.file === merged);
      if (code === undefined || empty === undefined || empty === code)
        throw new Error(`${entry} has no file to remove`);
      fs.rmSync(path.join(dir, empty.file));
      fs.writeFileSync(file, JSON.stringify({ ...manifest, [entry]: code }, null, 2));
    },
  };
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
