import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { PICTURE_FORMATS, PICTURE_WIDTHS, type Pictures } from '../media/pictures.ts';
import { toOwners } from '../limits/owners.ts';
import { answerNotFound } from './errors.ts';
import { Refusal } from '../refusal.ts';

/** Defaults for requests without parameters: a picture that every `<img>` can show. */
const Variant = v.object({
  w: v.pipe(v.optional(v.picklist(PICTURE_WIDTHS.map(String)), '960'), v.transform(Number), v.picklist(PICTURE_WIDTHS)),
  f: v.optional(v.picklist(PICTURE_FORMATS), 'webp'),
});

/** Not immutable, because a picture may be replaced by a better one. */
const CACHE = 'public, max-age=604800';

/**
 * Serves product pictures: `GET /media/<key>?w=<width>&f=<format>`. Sends the nearest cached size, or 429, while too
 * many new sizes of one address are queued.
 */
export function mountMedia(app: FastifyInstance, pictures: Pictures): void {
  app.get<{ Params: { key: string } }>('/media/:key', { config: { access: 'public' } }, async (request, reply) => {
    const variant = v.safeParse(Variant, request.query);
    const notFound = () => answerNotFound(request, reply);
    if (!variant.success) return notFound();
    const { w: width, f: format } = variant.output;
    const { key } = request.params;
    void reply.type(`image/${format}`);
    try {
      const picture = await pictures.render(key, { width, format }, toOwners(request.ip)[0]?.key);
      return picture === null ? notFound() : reply.header('cache-control', CACHE).send(picture);
    } catch (error) {
      // Sends another size for now, because an `<img>` does not retry.
      const busy = error instanceof Refusal && error.kind === 'too-often';
      const other = busy ? await pictures.findNearest(key, { width, format }) : null;
      if (other === null) throw error;
      return reply.header('cache-control', 'no-store').send(other);
    }
  });
}
