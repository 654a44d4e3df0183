import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { answerNotFound } from '../../http/errors.ts';
import { formatRobotsText } from './sitemap.rules.ts';

const PUBLIC = { config: { access: 'public' } } as const;

/** Serves `robots.txt` and the sitemaps, with the shop's own origin. */
export function mountSitemap(app: FastifyInstance, deps: Deps, { sitemap }: Pick<Services, 'sitemap'>): void {
  const kept = (reply: FastifyReply) => reply.header('cache-control', 'public, max-age=3600');
  const xml = (reply: FastifyReply) => kept(reply).type('application/xml; charset=utf-8');

  app.get('/robots.txt', PUBLIC, async (_request, reply) =>
    kept(reply).type('text/plain; charset=utf-8').send(formatRobotsText(deps.env.publicOrigin)),
  );
  app.get('/sitemap.xml', PUBLIC, async (_request, reply) => xml(reply).send(await sitemap.index()));
  app.get('/sitemap-pages.xml', PUBLIC, async (_request, reply) => xml(reply).send(await sitemap.pages()));
  app.get<{ Params: { file: string } }>('/sitemap-products-:file(^\\d{1,6}).xml', PUBLIC, async (request, reply) => {
    const products = await sitemap.products(Number(request.params.file));
    if (products === null) return answerNotFound(request, reply);
    return xml(reply).send(Readable.from(products));
  });
}
