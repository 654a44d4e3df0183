import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { createBackupProgram, registerNightly } from './backup/nightly.ts';
import { createServices } from './composition.ts';
import { createHandlers } from './handlers.ts';
import { registerWorkers } from './workers.ts';
import { commands } from './control/commands.ts';
import type { CommandContext } from './control/command.ts';
import { listenForCommands } from './control/control-socket.ts';
import { ShopClosedError } from './db/closed.ts';
import { seed, type Seed } from './db/seed.ts';
import { DirectoryInUseError } from './db/lock.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { UnsetSessionError } from './db/sessions.ts';
import { findWarnings } from './env/faults.ts';
import { EnvError, readEnv } from './env/env.ts';
import { followTime } from './follow-time.ts';
import { mountAssets } from './http/assets.ts';
import { mountFlows } from './http/flows.ts';
import { createCaller } from './http/in-process.ts';
import { mountMedia } from './http/media.ts';
import { loadPages, mountPages } from './http/pages.ts';
import { registerComparison } from './jobs/nightly-comparison.ts';
import { createLog, createLogOutput } from './log.ts';
import { createFileCache } from './media/file-cache.ts';
import { createFileSource, combineSources, type PictureSource } from './media/originals.ts';
import { createPictures } from './media/pictures.ts';
import { createDeps, type Deps } from './deps.ts';
import { mountSitemap } from './modules/catalogue/sitemap.routes.ts';
import { mountInbox } from './modules/by-hand/inbox.routes.ts';
import { mountCallback } from './modules/payments/callback.routes.ts';
import { mountPulled } from './modules/statement/pull.routes.ts';
import { mountRefundResults } from './modules/refunds/refund-results.routes.ts';
import { watchLoop } from './watchdog.ts';

/** Messages to the parent process (`npm start`) during the start. */
export type StartReport =
  | { readonly type: 'progress'; readonly label: string; readonly done: number; readonly total: number }
  | { readonly type: 'ready'; readonly url: string };

/** Parts of the shop that the program provides. */
export interface ShopParts {
  /** Folder of the built pages: `client` and `ssr`. `null` when another server provides the pages (`npm run dev`). */
  readonly dist: string | null;
  /** Returns the seeds of the demo shop. Called only when the settings enable it. */
  readonly seeds: () => Promise<readonly Seed[]>;
  /** Called after the seeds, e.g. to register demo jobs. Called only when the settings enable it. */
  readonly onFilled: (deps: Deps) => Promise<void>;
  /** Source of pictures that are not in the data directory. */
  readonly pictures: PictureSource;
  /** Folder of the flow atlas (`npm run flows`), which may not exist. */
  readonly flows: string;
  /** File of the backup program. */
  readonly backup: string;
}

/** Time for running requests after SIGTERM. Longer ones are cut off, so that the process ends within 10 s. */
const DRAIN_MS = 8_000;

function report(step: StartReport): void {
  process.send?.(step);
}

/** Runs the configured shop in this process until a signal. Prints known errors as one sentence. */
export function runShop(surroundings: ShopParts): void {
  open(surroundings).catch((error: unknown) => {
    console.error(formatStartError(error));
    process.exit(1);
  });
}

/** A setting that turned out to be wrong when it was used. */
class UnusableSettingError extends Error {
  constructor(name: string, cause: Error) {
    super(`${name} cannot be used: ${cause.message}`, { cause });
  }
}

const isOfFile = (error: unknown): error is Error => error instanceof Error && 'syscall' in error && 'path' in error;

async function open({ dist, flows, seeds, onFilled, pictures, backup }: ShopParts): Promise<void> {
  const env = readEnv();
  const log = createLog(env.logLevel, createLogOutput());
  for (const doubt of findWarnings(env)) log.warn(doubt);
  const opened = openDatabase(env, log).catch((error: unknown) => {
    throw isOfFile(error) ? new UnusableSettingError(`DATA_DIR (${env.dataDir})`, error) : error;
  });
  const [db, pages] = await Promise.all([opened, dist === null ? null : loadPages(dist, env.google)]);
  await migrate(db, { onStep: (done, total) => report({ type: 'progress', label: 'Creating tables', done, total }) });
  const deps = await createDeps({ env, db, log });
  if (env.seedDemo) {
    const onProgress = (done: number, total: number) =>
      report({ type: 'progress', label: 'Seeding the shop', done, total });
    await seed(deps, await seeds(), onProgress);
    await onFilled(deps);
  }

  const services = createServices(deps);
  const handlers = createHandlers(deps, services);
  registerWorkers(deps, services);
  await services.circuit.noteSettings();
  const stopBackup = registerNightly(deps, createBackupProgram(backup));
  const stopComparison = registerComparison(deps, services);
  const originals = combineSources(createFileSource(path.join(env.dataDir, 'pictures')), pictures);
  const encoded = createFileCache(path.join(env.dataDir, 'media'), env.mediaBytes);
  const app = await buildApp(deps, services.authenticate, handlers, {
    getHealth: async () => ({ mpesa: await services.circuit.getHealth() }),
    extras: [
      (it) => mountCallback(it, deps, services),
      (it) => mountRefundResults(it, deps, services),
      (it) => mountInbox(it, deps, services),
      mountPulled,
      (it) => mountSitemap(it, deps, services),
      (it) => mountMedia(it, createPictures({ source: originals, kept: encoded })),
      ...(env.hasFlows ? [(it: FastifyInstance) => mountFlows(it, flows)] : []),
      ...(dist === null || pages === null
        ? []
        : [
            (it: FastifyInstance) => mountAssets(it, path.join(dist, 'client')),
            (it: FastifyInstance) => mountPages(it, deps, { ...pages, call: createCaller(handlers) }),
          ]),
    ],
  });
  await app.listen({ host: env.host, port: env.port }).catch((error: NodeJS.ErrnoException) => {
    throw ['ENOTFOUND', 'EADDRNOTAVAIL'].includes(error.code ?? '') ? new UnusableSettingError('HOST', error) : error;
  });
  const stopListening = db.kind === 'pglite' ? await listenOrWarn({ deps, services }) : async () => undefined;
  deps.jobs.start();
  const stopFollowing = followTime(deps, services);
  if (env.watchdogSeconds > 0) watchLoop({ looks: env.watchdogSeconds, everyMs: 1_000 });

  let isStopping = false;
  const stop = (reason: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ reason }, 'stopping');
    stopFollowing();
    stopBackup();
    stopComparison();
    setTimeout(() => {
      log.warn('open requests were cut off to stop in time');
      app.server.closeAllConnections();
    }, DRAIN_MS).unref();
    setTimeout(() => process.exit(1), DRAIN_MS + 1_500).unref();
    void (async () => {
      // Prompts in progress still get their reply.
      await Promise.all([app.close().then(() => deps.background.idle()), deps.jobs.stop(), stopListening()]);
      await db.close();
      process.exit(0);
    })().catch((error: unknown) => {
      log.fatal({ err: error }, 'stopped with a failure');
      process.exit(1);
    });
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  // The parent process of `npm start` has died.
  process.on('disconnect', () => stop('disconnect'));

  log.info({ url: env.publicOrigin, database: db.kind }, 'ready');
  report({ type: 'ready', url: env.publicOrigin });
}

/** Starts the command socket. On failure the shop runs without it, and commands work while it is stopped. */
async function listenOrWarn(shop: CommandContext): Promise<() => Promise<void>> {
  try {
    return await listenForCommands(shop, commands);
  } catch (error) {
    shop.deps.log.warn({ err: error }, 'command socket unavailable, commands work only while the shop is stopped');
    return async () => undefined;
  }
}

/** Returns a sentence for errors that the operator can fix, otherwise the error itself with its stack. */
function formatStartError(error: unknown): unknown {
  const isPlain = [EnvError, DirectoryInUseError, ShopClosedError, UnsetSessionError, UnusableSettingError].some(
    (kind) => error instanceof kind,
  );
  if (isPlain) return (error as Error).message;
  if (!(error instanceof Error && 'syscall' in error)) return error;
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  return code === 'EADDRINUSE'
    ? `Port ${port} is in use. Stop the other program, or set PORT to a free port.`
    : message;
}
