import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

interface Asset {
  readonly type: string;
  readonly raw: Buffer;
  readonly brotli: Buffer | null;
  readonly cacheControl: string;
}

/** Crawlers may read the shop, and nothing that belongs to one shopper. */
const ROBOTS = [
  'User-agent: *',
  'Disallow: /api/',
  'Disallow: /auth/',
  'Disallow: /cart',
  'Disallow: /checkout',
  'Disallow: /order-success',
  'Disallow: /profile',
  'Disallow: /track-order',
  '',
].join('\n');

/**
 * Serves the built client from memory: hashed files for a year, the others for an hour, brotli made at build.
 * Only names that were there at start exist, so no path reaches the disk.
 */
export function mountAssets(app: FastifyInstance, client: string): void {
  const assets = new Map<string, Asset>([['/robots.txt', assetOf('robots.txt', Buffer.from(ROBOTS), null)]]);
  for (const file of filesIn(client)) {
    if (file.endsWith('.br') || file.startsWith('.vite/')) continue;
    const brotli = path.join(client, `${file}.br`);
    assets.set(
      `/${file}`,
      assetOf(file, fs.readFileSync(path.join(client, file)), fs.existsSync(brotli) ? fs.readFileSync(brotli) : null),
    );
  }
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const asset = assets.get(request.url.split('?', 1)[0] ?? '');
    return asset === undefined ? reply.callNotFound() : sendAsset(asset, request, reply);
  };
  app.get('/assets/*', { config: { access: 'public' } }, serve);
  for (const name of assets.keys()) {
    if (!name.startsWith('/assets/')) app.get(name, { config: { access: 'public' } }, serve);
  }
}

function assetOf(name: string, raw: Buffer, brotli: Buffer | null): Asset {
  const isHashed = name.startsWith('assets/');
  return {
    type: TYPES[path.extname(name)] ?? 'application/octet-stream',
    raw,
    brotli,
    cacheControl: isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  };
}

function sendAsset(
  { type, raw, brotli, cacheControl }: Asset,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  void reply.type(type).header('cache-control', cacheControl).header('vary', 'accept-encoding');
  if (brotli !== null && acceptsBrotli(request)) return reply.header('content-encoding', 'br').send(brotli);
  return reply.send(raw);
}

/** Whether the browser takes brotli, read as RFC 9110 writes it but for weights other than 0. */
export function acceptsBrotli({ headers }: FastifyRequest): boolean {
  return /(?:^|,)\s*br\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/.test(headers['accept-encoding']?.toString() ?? '');
}

/** Paths below the folder, with slashes. */
function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}
