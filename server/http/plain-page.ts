import { escapeUTF8 } from 'entities';
import type { FastifyRequest } from 'fastify';
import * as texts from '../common.texts.ts';

/** Returns whether a browser requests a page rather than data. */
export function wantsPage({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean {
  return !/^\/(?:api|assets|media)(?:\/|\?|$)/.test(url) && (headers.accept ?? '').includes('text/html');
}

/** Returns the page for errors. It needs no scripts and no styles. */
export function plainPage(text: string): string {
  const shown = escapeUTF8(text);
  return (
    `<!doctype html><html lang="en-KE"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${shown}</title></head>` +
    `<body><h1>${shown}</h1><p><a href="/">${escapeUTF8(texts.goToHome)}</a></p></body></html>`
  );
}
