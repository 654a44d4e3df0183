import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { InlineConfig } from 'vite';
import { runCli } from '../server/cli/shared/cli.ts';
import { getTemplateFolder } from '../server/db/template.ts';

const USAGE = `npm run build [-- --force]

Builds stale bundles into dist/. With --force, all bundles.`;

interface Bundle {
  readonly name: 'client' | 'ssr' | 'server' | 'admin' | 'simulators';
  /** Source files and folders. The lock file represents all packages. */
  readonly sources: readonly string[];
  readonly config: InlineConfig;
}

const ALWAYS = ['package-lock.json', 'scripts/build.ts'];
const PAGES = ['contract', 'src', 'vite.config.ts', 'scripts/page-chunks.ts', 'scripts/vite-plugins.ts'];
const quiet: InlineConfig = { logLevel: 'warn', mode: 'production' };
/** Hides plugin timings. */
const checks = { pluginTimings: false };

/**
 * Packages of many small files and without dependencies. A program starts sooner when it contains the parts that it
 * uses, because Node would find, read and link each file.
 */
const BUNDLED = ['drizzle-orm', 'valibot', '@valibot/to-json-schema', 'xstate'];

/** Programs for Node. Bundles our sources into one file, or a few shared ones. Other packages stay in `node_modules`. */
const program = (entries: string | readonly string[], outDir: string): InlineConfig => ({
  ...quiet,
  configFile: false,
  publicDir: false,
  ssr: { noExternal: BUNDLED },
  build: {
    ssr: true,
    outDir,
    target: 'node20',
    emptyOutDir: true,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: { checks, input: typeof entries === 'string' ? entries : [...entries] },
  },
});

/** The owner's commands. Each is also built as `dist/admin/<name>.js`. */
const COMMANDS = ['admin', 'back-office', 'mpesa', 'parcels', 'refunds', 'backup', 'restore', 'move'].map(
  (it) => `server/cli/${it}.ts`,
);

const BUNDLES: readonly Bundle[] = [
  {
    name: 'client',
    sources: [...PAGES, 'public'],
    config: { ...quiet, build: { outDir: 'dist/client', emptyOutDir: true, rolldownOptions: { checks } } },
  },
  {
    name: 'ssr',
    sources: PAGES,
    config: {
      ...quiet,
      build: { ssr: 'src/entry-server.tsx', outDir: 'dist/ssr', emptyOutDir: true, rolldownOptions: { checks } },
    },
  },
  { name: 'server', sources: ['contract', 'demo', 'server'], config: program('demo/main.ts', 'dist/server') },
  {
    name: 'admin',
    sources: ['contract', 'server'],
    config: program(COMMANDS, 'dist/admin'),
  },
  { name: 'simulators', sources: ['contract', 'simulators'], config: program('simulators/main.ts', 'dist/simulators') },
];

/** Returns the names of the bundles whose sources changed since their last build. */
export function findStaleBundles(): string[] {
  return BUNDLES.filter((bundle) => !isFresh(bundle)).map(({ name }) => name);
}

function isFresh({ name, sources }: Bundle): boolean {
  const stamp = getStampPath(name);
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hashSources([...ALWAYS, ...sources]);
}

function getStampPath(name: string): string {
  return path.join('dist', `${name}.stamp`);
}

/**
 * Builds stale bundles in a separate process, because the bundler changes `NODE_ENV` and keeps its memory. Throws when
 * the build fails. The output contains the reason.
 */
export function buildStale(): void {
  if (findStaleBundles().length === 0) return;
  // Vite keeps an existing `NODE_ENV`, e.g. of a test runner, and would build for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], { stdio: 'inherit', env });
  if (status !== 0) throw new Error('The build failed.');
}

/** Loads the bundler only when it is needed, because most starts build nothing. */
async function build(isForced: boolean): Promise<string[]> {
  const stale = BUNDLES.filter((bundle) => isForced || !isFresh(bundle));
  if (stale.length === 0) return [];
  const { build: bundle } = await import('vite');
  for (const { name, sources, config } of stale) {
    console.log(`Building ${name} …`);
    const state = hashSources([...ALWAYS, ...sources]);
    fs.rmSync(getStampPath(name), { force: true });
    await bundle(config);
    if (name === 'client') await compressAll('dist/client');
    if (name === 'server') {
      copyDemo();
      await createTemplate();
    }
    fs.writeFileSync(getStampPath(name), state);
  }
  return stale.map(({ name }) => name);
}

/** Copies the demo's products and pictures, which the server reads as files. */
function copyDemo(): void {
  fs.rmSync('dist/demo', { recursive: true, force: true });
  const isData = (file: string) => file === 'demo' || file.startsWith('demo/pictures') || file.endsWith('.jsonl');
  fs.cpSync('demo', 'dist/demo', { recursive: true, preserveTimestamps: true, filter: isData });
}

/** Creates the empty database that new shops on the embedded database copy, once per version of PGlite. */
async function createTemplate(): Promise<void> {
  const template = getTemplateFolder();
  if (fs.existsSync(template)) return;
  for (const name of fs.readdirSync('dist'))
    if (name.startsWith('database-')) fs.rmSync(path.join('dist', name), { recursive: true });
  const { fillDirectory } = await import('../server/db/pglite.ts');
  await fillDirectory(`${template}.new`, async () => undefined);
  makeReadable(`${template}.new`);
  fs.renameSync(`${template}.new`, template);
}

/** Lets every user read the files, because a container builds them as another one than it runs as. */
function makeReadable(file: string): void {
  const isFolder = fs.statSync(file).isDirectory();
  fs.chmodSync(file, isFolder ? 0o755 : 0o644);
  if (isFolder) for (const name of fs.readdirSync(file)) makeReadable(path.join(file, name));
}

/** Hashes names, sizes and times of the files, to detect changes. */
function hashSources(sources: readonly string[]): string {
  const hash = createHash('sha256');
  const visit = (file: string) => {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (stat.isDirectory()) for (const name of fs.readdirSync(file).sort()) visit(path.join(file, name));
    else hash.update(`${file} ${stat.size} ${stat.mtimeMs}\n`);
  };
  for (const source of sources) visit(source);
  return hash.digest('hex');
}

const COMPRESSIBLE = /\.(?:css|js|json|svg|txt|webmanifest)$/;
const SMALLEST = 256;

/** Compresses with Brotli at the highest level, at build instead of per request. */
async function compressAll(folder: string): Promise<void> {
  const compress = promisify(zlib.brotliCompress);
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    files.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      if (!entry.isFile() || !COMPRESSIBLE.test(file) || file.includes(`${path.sep}.vite${path.sep}`)) return;
      const raw = await fs.promises.readFile(file);
      if (raw.length < SMALLEST) return;
      const packed = await compress(raw, {
        params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
      });
      if (packed.length < raw.length) await fs.promises.writeFile(`${file}.br`, packed);
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runCli(USAGE, { force: { type: 'boolean' } }, async ({ values: { force = false } }) => {
    const started = performance.now();
    const built = await build(force);
    console.log(
      built.length === 0
        ? 'Everything is up to date.'
        : `Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`,
    );
  });
}
