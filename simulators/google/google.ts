import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import * as v from 'valibot';
import type { Simulator } from '../core/simulator.ts';
import { clientScript } from './client.script.ts';
import { createIssuer } from './issuer.ts';
import { selectHtml, selectScript, selectStyle } from './select.html.ts';

/** Same value as the default of the server's settings. */
export const CLIENT_ID = 'simulated.apps.googleusercontent.com';

const text = v.pipe(v.string(), v.minLength(1));
const Person = v.strictObject({
  email: v.string(),
  name: v.string(),
  sub: text,
  email_verified: v.optional(v.union([v.boolean(), v.string()]), true),
  /** Workspace domain. */
  hd: v.optional(text),
  /** `null`: none. Defaults to a picture of the simulator. */
  picture: v.optional(v.nullable(v.string())),
  aud: v.optional(v.union([v.string(), v.array(v.string())])),
  iss: v.optional(v.string()),
  nonce: v.optional(v.string()),
  /** Issued two hours ago for one hour. */
  expired: v.optional(v.boolean(), false),
});

/**
 * Simulates Google sign-in (providers 1.9): the issuer's keys, credentials, the browser script with its window, and
 * profile pictures. @param now epoch milliseconds
 */
export function google(now: () => number = Date.now, clientId: string = CLIENT_ID): Simulator {
  const issuer = createIssuer();

  function mount(app: FastifyInstance): void {
    app.get('/oauth2/v3/certs', async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=600, must-revalidate, no-transform')
        .send({ keys: await issuer.keys() }),
    );
    for (const [path, type, body] of [
      ['/gsi/client', 'text/javascript', clientScript],
      ['/gsi/select', 'text/html', selectHtml],
      ['/gsi/select.css', 'text/css', selectStyle],
      ['/gsi/select.js', 'text/javascript', selectScript],
    ] as const)
      app.get(path, async (_request, reply) =>
        reply
          .type(`${type}; charset=utf-8`)
          .headers({
            'cache-control': 'no-store',
            'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
          })
          .send(body),
      );
    app.get<{ Params: { sub: string } }>('/a/:sub', async ({ params: { sub } }, reply) =>
      reply.type('image/png').send(await createPicture(sub)),
    );
  }

  function control(app: FastifyInstance): void {
    app.post('/google/credential', async (request, reply) => {
      const parsed = v.safeParse(Person, request.body);
      if (!parsed.success) return reply.code(400).send({ success: false, message: v.summarize(parsed.issues) });
      const { expired, picture, aud = clientId, iss = 'https://accounts.google.com', ...person } = parsed.output;
      const iat = Math.floor(now() / 1000) - (expired ? 7_200 : 0);
      const port = request.headers.host?.split(':')[1] ?? '80';
      const shown =
        picture === undefined ? `http://127.0.0.1:${port}/google/a/${encodeURIComponent(person.sub)}` : picture;
      const claims = { iss, azp: clientId, aud, ...person, ...(shown !== null && { picture: shown }) };
      return { credential: await issuer.sign({ ...claims, iat, exp: iat + 3_600 }) };
    });
    app.post('/google/rotate', async () => {
      issuer.rotate();
      return { success: true };
    });
  }

  return { name: 'google', mount, control, reset: issuer.reset };
}

/** Returns a square in a colour derived from the person's id. */
function createPicture(sub: string): Promise<Buffer> {
  const background = `#${createHash('sha256').update(sub).digest('hex').slice(0, 6)}`;
  return sharp({ create: { width: 96, height: 96, channels: 3, background } })
    .png()
    .toBuffer();
}
