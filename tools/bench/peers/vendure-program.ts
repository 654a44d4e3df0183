import fs from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type { VendureSettings } from './vendure.ts';

/**
 * The program of the peer: `node program.mjs fill|server|worker <settings file>`. `vendure.ts` removes its types and
 * copies it into the folder where Vendure is installed, so that plain Node runs it.
 */

/** The parts of `@vendure/core` that the program uses. */
interface Core {
  readonly DefaultJobQueuePlugin: Plugin;
  readonly DefaultSchedulerPlugin: Plugin;
  readonly DefaultSearchPlugin: Plugin;
  readonly DefaultLogger: new (options: { level: number }) => object;
  readonly JobQueueService: Token<{ start(): Promise<void>; addBuffer(buffer: JobBuffer): void }>;
  readonly LogLevel: { readonly Warn: number };
  readonly RequestContextService: Token<{ create(of: { apiType: 'admin' }): Promise<object> }>;
  readonly SearchService: Token<{ reindex(context: object): Promise<unknown> }>;
  readonly TransactionalConnection: Token<{ rawConnection: { query(sql: string): Promise<{ count: string }[]> } }>;
  bootstrap(config: object): Promise<App>;
  bootstrapWorker(config: object): Promise<Worker>;
}
interface JobBuffer {
  readonly id: string;
  collect(job: { readonly queueName: string; readonly data: { readonly type?: string } }): boolean;
}
interface Plugin {
  init(options: object): unknown;
}
interface App {
  get<Service>(token: Token<Service>): Service;
  close(): Promise<void>;
}
interface Worker {
  startJobQueue(): Promise<Worker>;
  startHealthCheckServer(at: { hostname: string; port: number }): Promise<Worker>;
}
type Token<Service> = new (...args: never[]) => Service;
interface Cli {
  populate(bootstrap: () => Promise<App>, initialData: object, csv: string): Promise<App>;
}

const require = createRequire(import.meta.url);
const core = require('@vendure/core') as Core;
const [what, file = ''] = process.argv.slice(2);
const settings = JSON.parse(fs.readFileSync(file, 'utf8')) as VendureSettings;

/** The plugins of a new Vendure project, without those for mail, pictures and the back office. */
const config = {
  apiOptions: { hostname: settings.host, port: settings.port },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    superadminCredentials: { identifier: 'bench', password: settings.secret },
    cookieOptions: { secret: settings.secret },
  },
  dbConnectionOptions: {
    type: 'postgres',
    url: settings.url,
    poolSize: settings.pool,
    synchronize: what === 'fill',
    logging: false,
  },
  logger: new core.DefaultLogger({ level: core.LogLevel.Warn }),
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [
    core.DefaultSchedulerPlugin.init({}),
    core.DefaultJobQueuePlugin.init({ useDatabaseForBuffer: what !== 'fill' }),
    core.DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true }),
  ],
};

/** Holds the job that each imported product queues for the search index, because the whole index is built at the end. */
async function bootstrapForFill(): Promise<App> {
  const app = await core.bootstrap(config);
  app.get(core.JobQueueService).addBuffer({
    id: 'bench',
    collect: ({ queueName, data }) => queueName === 'update-search-index' && data.type !== 'reindex',
  });
  return app;
}

/** Imports the products, creates the collections and builds the search index. */
async function fill(): Promise<void> {
  const { populate } = require('@vendure/core/cli') as Cli;
  const app = await populate(bootstrapForFill, settings.initialData, settings.csv);
  const { rawConnection } = app.get(core.TransactionalConnection);
  await app.get(core.JobQueueService).start();
  const finished = async () => {
    for (;;) {
      const [open] = await rawConnection.query('select count(*) from job_record where not "isSettled"');
      if (open?.count === '0') return;
      await wait(200);
    }
  };
  await finished();
  // The first index may be older than the products of a collection.
  await app.get(core.SearchService).reindex(await app.get(core.RequestContextService).create({ apiType: 'admin' }));
  await finished();
  await app.close();
}

if (what === 'fill') {
  await fill();
  process.exit(0);
} else if (what === 'server') {
  await core.bootstrap(config);
} else {
  const worker = await core.bootstrapWorker(config);
  await worker.startJobQueue();
  await worker.startHealthCheckServer({ hostname: settings.host, port: settings.port + 1 });
}
