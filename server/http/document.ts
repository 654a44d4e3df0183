import fs from 'node:fs';
import path from 'node:path';
import { escapeUTF8 } from 'entities';
import type { Env } from '../env/env.ts';
import { cspHash, pagePolicy } from './security.ts';

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

export type Manifest = Readonly<Record<string, ManifestEntry>>;

/** Parts of a page's document from the built client: inline code with its policy, and files to load. */
export interface Shell {
  /** Value of the `content-security-policy` header. */
  readonly policy: string;
  readonly headEnd: string;
  readonly bodyEnd: string;
}

const ENTRY = 'src/entry-client.tsx';
const LATE = /\.late\.tsx$/;
const EARLY_PRESSES = 'src/early-presses.ts';

export type GooglePage = Pick<Env['google'], 'clientId' | 'scripts'>;

/** Returns the meta tag with the Google client id and script URL. Empty when Google sign-in is off. */
export function formatGoogleMeta({ clientId, scripts }: GooglePage): string {
  return clientId === null
    ? ''
    : `<meta name="google-client-id" content="${escapeUTF8(clientId)}" data-script="${escapeUTF8(scripts)}client">`;
}

/** Returns a function that builds and caches the shell of a set of source modules, one per route. */
export function createShells(client: string, google?: GooglePage): (modules: readonly string[]) => Shell {
  const manifest = JSON.parse(fs.readFileSync(path.join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
  const read = (file: string) => fs.readFileSync(path.join(client, file), 'utf8').trimEnd();
  const early = manifest[EARLY_PRESSES] === undefined ? null : read(manifest[EARLY_PRESSES].file);
  const kept = new Map<string, Shell>();

  function make(modules: readonly string[]): Shell {
    const entries = collectImports(manifest, [ENTRY, ...modules]);
    const styled = collectImports(manifest, withLateParts(manifest, [ENTRY, ...modules]));
    const styles = [...new Set(styled.flatMap(({ css = [] }) => css))];
    const critical = styles.map(read).join('\n');
    const scripts = [...new Set(entries.map(({ file }) => `/${file}`))];
    const entry = `/${manifest[ENTRY]?.file}`;
    const others = scripts.filter((script) => script !== entry);
    return {
      policy: pagePolicy(
        { scripts: early === null ? [] : [cspHash(early)], styles: [cspHash(critical)] },
        google?.scripts,
      ),
      // `src/fetched-import.ts` reads the names and does not load the same styles again. They are not disabled links:
      // Chromium fetches those, before the main picture.
      headEnd: `${google === undefined ? '' : formatGoogleMeta(google)}<style data-files="${styles.map((file) => `/${file}`).join(' ')}">${critical}</style>`,
      bodyEnd:
        early === null
          ? `${others.map((file) => `<link rel="modulepreload" href="${file}">`).join('')}<script type="module" src="${entry}"></script>`
          : `<script type="module" async fetchpriority="low" data-entry="${entry}" data-modules="${scripts.join(' ')}">${early}</script>`,
    };
  }

  return (modules) => {
    const key = modules.join(' ');
    const shell = kept.get(key) ?? make(modules);
    kept.set(key, shell);
    return shell;
  };
}

/**
 * Returns the modules and the parts in them whose scripts load later. The document already contains these parts
 * (`src/routes/late-part.tsx`) and has their styles.
 */
function withLateParts(manifest: Manifest, modules: readonly string[]): string[] {
  const all = new Set(modules);
  // Also visits the parts in a part.
  for (const name of all)
    for (const { dynamicImports = [] } of collectImports(manifest, [name]))
      for (const lazy of dynamicImports) if (LATE.test(lazy)) all.add(lazy);
  return [...all];
}

/** Returns the unique entries of these modules and their static imports, dependencies first. */
export function collectImports(manifest: Manifest, names: readonly string[]): ManifestEntry[] {
  const found = new Map<string, ManifestEntry>();
  const seen = new Set<string>();
  function visit(name: string) {
    if (seen.has(name)) return;
    seen.add(name);
    const entry = manifest[name];
    if (entry === undefined) throw new Error(`The built client has no ${name}: build it again.`);
    for (const imported of entry.imports ?? []) visit(imported);
    found.set(name, entry);
  }
  for (const name of names) visit(name);
  return [...found.values()];
}

export interface RenderResult {
  readonly html: string;
  readonly head: string;
  /** Structured data for search engines (JSON-LD). The script policy does not apply to it. */
  readonly linkedData?: readonly object[];
}

// Slow devices paint during parsing, and each later element would move the right part of the header.
const PAINTS_WITH_HEADER = '<link rel="expect" href="#paint" blocking="render">';

/** Returns the whole document. The page hydrates with `pageData`. */
export function renderDocument(
  { headEnd, bodyEnd }: Shell,
  { html, head, linkedData = [] }: RenderResult,
  pageData: unknown,
): string {
  return [
    '<!doctype html><html lang="en-KE"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    head,
    ...linkedData.map((data) => `<script type="application/ld+json">${toHtmlJson(data)}</script>`),
    PAINTS_WITH_HEADER,
    headEnd,
    `</head><body><div id="root">${html}</div>`,
    `<script type="application/json" id="page-data">${toHtmlJson(pageData)}</script>`,
    bodyEnd,
    '</body></html>',
  ].join('');
}

/** Returns JSON that cannot close its script element or open a comment, for any text in it (D20). */
export function toHtmlJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
