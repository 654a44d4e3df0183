export interface PageWeight {
  readonly page: string;
  /** Brotli bytes of all scripts and styles that the document names, inline ones included. */
  readonly script: number;
  readonly style: number;
  readonly html: number;
}

/** Weighs a page as a browser fetches it first: its document and every script and style that it names. */
export async function weigh(origin: string, page: string): Promise<PageWeight> {
  const html = await (await fetch(origin + page)).text();
  const named = new Set([...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([name]) => name));
  let script = 0;
  let style = 0;
  for (const name of named) {
    // A disabled style sheet is inline already and never fetched.
    if (name.endsWith('.css') && new RegExp(`<link[^>]*${name}[^>]*\\bdisabled\\b`).test(html)) continue;
    const size = await brotliSize(origin + name);
    if (name.endsWith('.js')) script += size;
    else style += size;
  }
  const { brotliCompressSync } = await import('node:zlib');
  const inline = [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, css = '']) => css).join('');
  return { page, script, style: style + brotliCompressSync(inline).length, html: brotliCompressSync(html).length };
}

/** `fetch` would decode the body, so the length comes from the header. */
async function brotliSize(url: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  return Number(response.headers.get('content-length') ?? 0);
}
