import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

export interface PageWeight {
  readonly page: string;
  /** Brotli bytes of all scripts and styles in the document, including inline ones. */
  readonly script: number;
  readonly style: number;
  readonly html: number;
}

/** Measures the first load of a page: its document and every script and style that it names. */
export async function measurePage(origin: string, page: string): Promise<PageWeight> {
  const html = await (await fetch(origin + page)).text();
  const named = new Set([...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([name]) => name));
  let script = inlineScripts(html);
  let style = 0;
  for (const name of named) {
    // The styles of such a file are already inline, and it is never fetched.
    if (name.endsWith('.css') && new RegExp(`<style data-files="[^"]*${name}`).test(html)) continue;
    const size = await measureFile(origin + name);
    if (name.endsWith('.js')) script += size;
    else style += size;
  }
  const inline = [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, css = '']) => css).join('');
  return {
    page,
    script,
    style: style + zlib.brotliCompressSync(inline).length,
    html: zlib.brotliCompressSync(html).length,
  };
}

/** Brotli bytes of the document's inline scripts. */
export function inlineScripts(html: string): number {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([^<]*)<\/script>/g)]
    .filter(([, attributes = '', script]) => script !== '' && !attributes.includes('application/json'))
    .map(([, , script = '']) => script);
  return scripts.length === 0 ? 0 : zlib.brotliCompressSync(scripts.join('')).length;
}

/** Bytes of a file on the wire. `fetch` would decode the body, so the length comes from the header. */
export async function measureFile(url: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  return Number(response.headers.get('content-length') ?? 0);
}

/** Brotli bytes of files below a folder. */
export function measureFiles(folder: string, files: readonly string[]): number {
  return files.reduce((sum, file) => sum + zlib.brotliCompressSync(fs.readFileSync(path.join(folder, file))).length, 0);
}
