import type { FastifyInstance } from 'fastify';
import { handScript } from './hand.script.ts';
import { phoneHtml } from './phone.html.ts';
import { phoneScript } from './phone.script.ts';
import { phoneStyle } from './phone.style.ts';
import { promptScript } from './prompt.script.ts';

/** Serves `/`, the phone that shows the simulated messages. Loads nothing from other hosts. */
export function page(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    void reply.header('content-security-policy', "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'");
    void reply.header('cache-control', 'no-store');
    return payload;
  });
  app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(phoneHtml));
  app.get('/phone.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(phoneStyle));
  app.get('/phone.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(phoneScript));
  app.get('/prompt.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(promptScript));
  app.get('/hand.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(handScript));
  app.get('/favicon.ico', async (_request, reply) => reply.code(204).send());
}
