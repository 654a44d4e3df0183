import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { lightRouter, reactModules } from '../../scripts/vite-plugins.ts';
import { measureFiles } from './bytes.ts';

/**
 * The packages of the browser alone, bundled from the names that the shop imports. A reference for its pages: what it
 * fetches and runs beside them is our own.
 */

const IMPORT =
  /^import (?!type\b)([^;]+?) from '(react|react-dom\/client|xstate|@xstate\/react|react-router-dom|ky|valibot)';/gm;
/** The renderer on the server, and what only the back office imports. */
const ELSEWHERE = /entry-server|\/admin/;
const ROUTER = path.resolve('node_modules/react-router/dist/production/index.mjs');

export interface Libraries {
  /** Bytes of Brotli. */
  readonly size: number;
  readonly folder: string;
  /** In import order; the last hydrates an empty root. */
  readonly files: readonly string[];
}

/** Bundles the packages into `folder`. */
export async function buildLibraries(folder: string): Promise<Libraries> {
  const entry = path.join(folder, 'entry.js');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(entry, writeEntry());
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [reactModules, lightRouter],
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: ROUTER },
        { find: /^(react-router-dom|xstate|@xstate\/react|ky|valibot)$/, replacement: path.resolve('node_modules/$1') },
      ],
    },
    build: {
      target: 'es2022',
      outDir: path.join(folder, 'built'),
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: entry,
        output: {
          entryFileNames: 'reference/[name].js',
          chunkFileNames: 'reference/[name].js',
          codeSplitting: {
            groups: [
              { name: 'renderer', test: /node_modules\/(?:react-dom|scheduler)\// },
              { name: 'packages', test: /node_modules/ },
            ],
          },
        },
      },
    },
  });
  const files = ['packages', 'renderer', 'entry'].map((name) => `/reference/${name}.js`);
  return { folder: path.join(folder, 'built'), files, size: measureFiles(path.join(folder, 'built'), files) };
}

/** Imports every name that our code imports, keeps each, and hydrates an empty root. */
function writeEntry(): string {
  const names = new Map<string, Set<string>>();
  const add = (from: string, name: string) => names.set(from, (names.get(from) ?? new Set()).add(name));
  for (const text of readSources()) {
    for (const [, what = '', from = ''] of text.matchAll(IMPORT)) {
      if (what.startsWith('* as ')) {
        for (const [, name = ''] of text.matchAll(/\bv\.([a-z]\w*)\(/g)) add(from, name);
        continue;
      }
      const [, whole = '', list = ''] = /^(\w+)?,?\s*(?:\{([^}]*)\})?/.exec(what) ?? [];
      if (whole !== '') add(from, 'default');
      for (const one of list.split(',')) {
        const name = one.trim().split(' as ')[0] ?? '';
        if (name !== '' && !name.startsWith('type ')) add(from, name);
      }
    }
  }
  add('react-dom/client', 'hydrateRoot');
  add('react/jsx-runtime', 'jsx');
  const all = [...names].flatMap(([from, list]) => [...list].map((name) => ({ from, name })));
  return [
    ...all.map(({ from, name }, index) => `import { ${name} as x${index} } from '${from}';`),
    `globalThis.libraries = [${all.map((_, index) => `x${index}`).join(', ')}];`,
    `import { hydrateRoot } from 'react-dom/client';`,
    `hydrateRoot(document.createElement('div'), null);`,
    `performance.mark('hydrated');`,
  ].join('\n');
}

function readSources(): string[] {
  return ['src', 'contract'].flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !ELSEWHERE.test(path.join(folder, file)))
      .map((file) => fs.readFileSync(path.join(folder, file), 'utf8')),
  );
}
