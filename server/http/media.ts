import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { PICTURE_FORMATS, PICTURE_WIDTHS, type Pictures } from '../media/pictures.ts';
import { NOT_FOUND, sendFailure } from './errors.ts';

/** Without parameters a picture is what a plain `<img>` of an old page can show. */
const Variant = v.object({
  w: v.pipe(v.optional(v.picklist(PICTURE_WIDTHS.map(String)), '960'), v.transform(Number), v.picklist(PICTURE_WIDTHS)),
  f: v.optional(v.picklist(PICTURE_FORMATS), 'webp'),
});

/** A picture may be replaced by a better one, so its address is not for ever. */
const CACHE = 'public, max-age=604800';

/** `GET /media/<key>?w=<width>&f=<format>`: product pictures. */
export function mountMedia(app: FastifyInstance, pictures: Pictures): void {
  app.get<{ Params: { key: string } }>('/media/:key', { config: { access: 'public' } }, async (request, reply) => {
    const variant = v.safeParse(Variant, request.query);
    const picture = variant.success
      ? await pictures.render(request.params.key, { width: variant.output.w, format: variant.output.f })
      : null;
    if (picture === null || !variant.success) return sendFailure({ status: 404, message: NOT_FOUND }, request, reply);
    return reply.type(`image/${variant.output.f}`).header('cache-control', CACHE).send(picture);
  });
}
