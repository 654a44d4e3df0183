import path from 'node:path';
import type { FastifyInstance } from 'fastify';

/**
 * Serves the built client: hashed files with a lifetime of a year, others of an hour, with Brotli files from the build.
 * Only files that exist at start have a route, so no other path reads the disk.
 */
export function mountAssets(app: FastifyInstance, client: string): void {
  const hashed = path.join(client, 'assets', path.sep);
  void app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    // The library uses a MIME type that RFC 9239 replaced.
    scope.addHook('onSend', async (_request, reply) => {
      if (reply.getHeader('content-type') === 'application/javascript; charset=utf-8')
        void reply.type('text/javascript; charset=utf-8');
    });
    // Loaded lazily, so that a second start on the same data directory is refused first (R18).
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
