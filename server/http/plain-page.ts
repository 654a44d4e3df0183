import { escapeUTF8 } from 'entities';
import type { FastifyRequest } from 'fastify';
import * as texts from '../common.texts.ts';

/** Whether a browser asks for a page to show, not a program for data. */
export function wantsPage({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean {
  return !/^\/(?:api|assets|media)(?:\/|\?|$)/.test(url) && (headers.accept ?? '').includes('text/html');
}

/** What a shopper reads where the shop itself cannot be shown; nothing in it needs a script or a style. */
export function plainPage(text: string): string {
  const shown = escapeUTF8(text);
  return (
    `<!doctype html><html lang="en-KE"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${shown}</title></head>` +
    `<body><h1>${shown}</h1><p><a href="/">${escapeUTF8(texts.goToHome)}</a></p></body></html>`
  );
}
