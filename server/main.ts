import path from 'node:path';
import { buildApp } from './app.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { DirectoryInUse } from './db/lock.ts';
import { DEMO_SHOPPER } from '../demo/fillings/0003-shopper.ts';
import { seed } from '../demo/fillings/index.ts';
import { doubtsOf, EnvError, readEnv } from './env.ts';
import { createHandlers } from './handlers.ts';
import { mountAssets } from './http/assets.ts';
import { createCaller } from './http/in-process.ts';
import { mountMedia } from './http/media.ts';
import { loadPages, mountPages } from './http/pages.ts';
import { createLog } from './log.ts';
import { wire } from './wire.ts';
import { mountCallback } from './modules/payments/callback.ts';
import { registerWorks } from './works.ts';

/** Messages for the parent process (`npm start`), if there is one. */
export type Notice =
  | { readonly type: 'progress'; readonly label: string; readonly done: number; readonly total: number }
  | { readonly type: 'ready'; readonly url: string; readonly demoAccount: string };

const CLOCK_EVERY_MS = 30_000;
/** SIGTERM drains; a request that takes longer than this is cut, so that the process is gone within 10 s. */
const DRAIN_MS = 8_000;

function tell(notice: Notice): void {
  process.send?.(notice);
}

async function main(): Promise<void> {
  const env = readEnv();
  const log = createLog(env.logLevel);
  for (const doubt of doubtsOf(env)) log.warn(doubt);
  // The bundle stands in dist/server, beside dist/client and dist/ssr.
  const dist = path.resolve(import.meta.dirname, '..');
  const [db, pages] = await Promise.all([openDatabase(env, log), loadPages(dist)]);
  await migrate(db, { onStep: (done, total) => tell({ type: 'progress', label: 'Creating tables', done, total }) });
  const deps = await wire({ env, db, log });
  if (env.seedDemo)
    await seed(deps, (done, total) => tell({ type: 'progress', label: 'Filling the shop', done, total }));

  const handlers = createHandlers(deps);
  registerWorks(deps);
  const app = await buildApp(deps, handlers, {
    extras: [
      (it) => mountCallback(it, deps),
      (it) => mountAssets(it, path.join(dist, 'client')),
      (it) => mountMedia(it, deps),
      (it) => mountPages(it, deps, { ...pages, call: createCaller(handlers) }),
    ],
  });
  await app.listen({ host: env.host, port: env.port });
  deps.jobs.start();
  const clock = setInterval(() => {
    deps.clock.sync().catch((error: unknown) => log.warn({ err: error }, 'the clock was not synchronised'));
  }, CLOCK_EVERY_MS);

  let isStopping = false;
  const stop = (reason: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ reason }, 'stopping');
    clearInterval(clock);
    setTimeout(() => {
      log.warn('requests were cut to stop in time');
      app.server.closeAllConnections();
    }, DRAIN_MS).unref();
    setTimeout(() => process.exit(1), DRAIN_MS + 1_500).unref();
    void (async () => {
      // Prompts that were sent still learn their answer.
      await Promise.all([app.close().then(() => deps.background.idle()), deps.jobs.stop()]);
      await db.close();
      process.exit(0);
    })().catch((error: unknown) => {
      log.fatal({ err: error }, 'stopped with a failure');
      process.exit(1);
    });
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  // The parent of `npm start` is gone without a word.
  process.on('disconnect', () => stop('disconnect'));

  log.info({ url: env.publicOrigin, database: db.kind }, 'ready');
  tell({ type: 'ready', url: env.publicOrigin, demoAccount: DEMO_SHOPPER.email });
}

main().catch((error: unknown) => {
  console.error(plainWords(error));
  process.exit(1);
});

/** What the person who starts the shop can mend, in a sentence; anything else is ours and keeps its stack. */
function plainWords(error: unknown): unknown {
  if (error instanceof EnvError || error instanceof DirectoryInUse) return error.message;
  if (!(error instanceof Error && 'syscall' in error)) return error;
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  return code === 'EADDRINUSE' ? `Port ${port} is taken. Stop what uses it, or set PORT to another.` : message;
}
