import path from 'node:path';
import type { FastifyInstance } from 'fastify';

/**
 * Serves the built client: hashed files for a year, the others for an hour, brotli made at build.
 * Only names that were there at start have a route, so no other path reaches the disk.
 */
export function mountAssets(app: FastifyInstance, client: string): void {
  const hashed = path.join(client, 'assets', path.sep);
  void app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    // The library's table has the name that RFC 9239 replaced.
    scope.addHook('onSend', async (_request, reply) => {
      if (reply.getHeader('content-type') === 'application/javascript; charset=utf-8')
        void reply.type('text/javascript; charset=utf-8');
    });
    // Loaded here: a second start on one data directory is refused before (R18).
    await scope.register(import('@fastify/static'), {
      root: client,
      wildcard: false,
      globIgnore: ['**/*.br'],
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, file) {
        const life = file.startsWith(hashed) ? 'max-age=31536000, immutable' : 'max-age=3600';
        void reply.header('cache-control', `public, ${life}`);
      },
    });
  });
}
