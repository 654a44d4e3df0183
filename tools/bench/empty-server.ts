/**
 * Program of an empty server with an embedded database: Fastify, PGlite in a directory, one statement per request. The
 * reference for `npm run bench -- embedded`. A text, because Node 20 runs no TypeScript and tsx would add its memory.
 */
export const EMPTY_SERVER = `
import fastify from 'fastify';
import { PGlite } from '@electric-sql/pglite';
const [directory, port] = process.argv.slice(1);
const client = await PGlite.create(directory);
const app = fastify();
app.get('/*', async () => (await client.query('select 1 as one')).rows);
await app.listen({ port: Number(port), host: '127.0.0.1' });
for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(signal, () => app.close().then(() => client.close()).then(() => process.exit(0)));
`;
