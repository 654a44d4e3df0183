import { spawn, type ChildProcess } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import type { Connect, Plugin, ViteDevServer } from 'vite';
import { callKey } from '../contract/endpoint.ts';
import type { Env } from '../server/env/env.ts';
import { renderDocument, formatGoogleMeta } from '../server/http/document.ts';
import type { Renderer } from '../server/http/pages.ts';
import { waitUntilHealthy } from './wait-until-healthy.ts';
import { findFreePort } from './free-ports.ts';
import { createNoteKeeper } from './dev/note-keeper.ts';
import { createTestMaker } from './dev/test-maker.ts';
import { runCli } from '../server/cli/shared/cli.ts';
import { readSettings } from '../server/cli/shared/settings.ts';

const USAGE = `npm run dev

Runs the shop from its sources. Changed views, styles and machines are replaced in the open page. The server and the
simulators restart when their sources change. This process renders the pages with data from the
shop's API.`;

const PAGES = '/src/entry-server.tsx';
const started = performance.now();

async function dev(env: Env): Promise<void> {
  const api = `http://127.0.0.1:${await findFreePort()}`;
  const settings = {
    ...process.env,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    PORT: new URL(api).port,
    PUBLIC_ORIGIN: env.publicOrigin,
    SIMULATORS_PORT: String(env.simulators.port),
    SIMULATORS_MAIL_PORT: String(env.simulators.mailPort),
  };
  const children = [startWatched('scripts/dev-server.ts', settings)];
  if (env.simulators.enabled) children.push(startWatched('simulators/main.ts', settings));
  // Stops the child processes on every exit, e.g. when a port is in use.
  process.once('exit', () => children.forEach((child) => child.kill('SIGTERM')));
  // Loaded while the server starts.
  const { createServer } = await import('vite');
  const vite = await createServer({
    appType: 'custom',
    logLevel: 'warn',
    clearScreen: false,
    plugins: [
      createTestMaker(env.publicOrigin),
      createNoteKeeper(),
      createPagesPlugin(api, formatGoogleMeta(env.google)),
    ],
    // Otherwise Vite discovers it with the first page and reloads that page.
    optimizeDeps: { include: ['@statelyai/inspect'] },
    server: {
      host: env.host,
      port: env.port,
      strictPort: true,
      proxy: { '/api': api, '/media': api, '/flows': api, '/robots.txt': api, '/sitemap': api },
    },
  });
  let isStopping = false;
  const stop = (code: number) => {
    if (isStopping) return;
    isStopping = true;
    void vite.close().finally(() => process.exit(code));
  };
  for (const child of children) child.once('exit', (code) => stop(code ?? 1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(0));

  await Promise.all([vite.listen(), waitUntilHealthy(`${api}/api/health`, children)]);
  console.log(`\nDevelopment server ready after ${((performance.now() - started) / 1000).toFixed(1)} s.

  Shop          ${env.publicOrigin}
${env.simulators.enabled ? `  Simulators    http://localhost:${env.simulators.port}\n` : ''}
  Ctrl+C stops it.\n`);
  // Loaded in advance, so that the first page is nearly as fast as the next. Opening a page shows errors in the
  // sources.
  await vite.ssrLoadModule(PAGES).catch(() => undefined);
}

/** Starts a program that restarts when one of its sources changes. */
function startWatched(file: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', file], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Serves pages for all addresses that are not files or calls, as `server/http/pages.ts` does for the build. */
function createPagesPlugin(api: string, google: string): Plugin {
  return {
    name: 'duka-pages',
    configureServer: (vite) => () => {
      vite.middlewares.use((request, response) => {
        answerPage(vite, { api, google }, request, response).catch((error: unknown) => {
          if (error instanceof Error) vite.ssrFixStacktrace(error);
          console.error(error);
          response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
          response.end(error instanceof Error ? error.stack : String(error));
        });
      });
    },
  };
}

async function answerPage(
  vite: ViteDevServer,
  { api, google }: { readonly api: string; readonly google: string },
  request: Connect.IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.originalUrl ?? '/';
  const { planPage, render } = (await vite.ssrLoadModule(PAGES)) as Renderer;
  const page = planPage(url);
  const replies: Record<string, unknown> = {};
  await Promise.all(
    page.calls.map(async ({ endpoint, request: fields }) => {
      const key = callKey(endpoint, fields);
      const answer = await fetch(`${api}/api${key.slice('GET '.length)}`);
      if (answer.status === 200 || answer.status === 404) replies[key] = await answer.json();
    }),
  );
  const now = Date.now();
  const rendered = await render({ url, now, replies, origin: '' });
  const shell = {
    policy: '',
    headEnd: google + (await collectStyles(vite)),
    bodyEnd: '<script type="module" src="/scripts/dev/live.ts"></script>',
  };
  const document = await vite.transformIndexHtml(url, renderDocument(shell, rendered, { now, replies }));
  response.writeHead(Math.max(rendered.status, page.status ?? 200), { 'content-type': 'text/html; charset=utf-8' });
  response.end(document);
}

/** Returns the styles that rendering loaded, with the ids that Vite's client uses to replace them. */
async function collectStyles(vite: ViteDevServer): Promise<string> {
  const { ssr, client } = vite.environments;
  const ids = [...ssr.moduleGraph.idToModuleMap.keys()].filter((id) => /\.vanilla\.css(?:$|\?)/.test(id));
  const styles = await Promise.all(
    ids.map(async (id) => {
      const made = await client.transformRequest(`${id}?direct`);
      return `<style data-vite-dev-id="${id}">${made?.code ?? ''}</style>`;
    }),
  );
  return styles.join('');
}

await runCli(USAGE, {}, () => dev(readSettings()));
// Stops the child processes when the shop did not start.
if (process.exitCode === 1) process.exit();
