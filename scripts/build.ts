/** `npm run build`: builds what is stale into dist/. With `--force`, everything. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { build as viteBuild, type InlineConfig } from 'vite';

interface Bundle {
  readonly name: 'client' | 'ssr' | 'server' | 'simulators';
  /** Files and folders that it is made of; the lock file stands for all packages. */
  readonly sources: readonly string[];
  readonly config: InlineConfig;
}

const ALWAYS = ['package-lock.json', 'scripts/build.ts'];
const PAGES = ['contract', 'src', 'vite.config.ts'];
const quiet: InlineConfig = { logLevel: 'warn', mode: 'production' };

/** A program for Node: our own sources in one file, packages stay where npm put them. */
const program = (entry: string, outDir: string): InlineConfig => ({
  ...quiet,
  configFile: false,
  publicDir: false,
  build: { ssr: entry, outDir, target: 'node20', emptyOutDir: true, sourcemap: true, reportCompressedSize: false },
});

const BUNDLES: readonly Bundle[] = [
  { name: 'client', sources: [...PAGES, 'public'], config: { ...quiet, build: { outDir: 'dist/client', emptyOutDir: true } } },
  { name: 'ssr', sources: PAGES, config: { ...quiet, build: { ssr: 'src/entry-server.tsx', outDir: 'dist/ssr', emptyOutDir: true } } },
  { name: 'server', sources: ['contract', 'server'], config: program('server/main.ts', 'dist/server') },
  { name: 'simulators', sources: ['contract', 'simulators'], config: program('simulators/main.ts', 'dist/simulators') },
];

/** Names of the bundles that were built. `onStart` is told each before its build. */
export async function buildStale({ force = false, onStart }: { force?: boolean; onStart?: (name: string) => void } = {}): Promise<string[]> {
  const built: string[] = [];
  for (const { name, sources, config } of BUNDLES) {
    const stamp = path.join('dist', `${name}.stamp`);
    const state = stateOf([...ALWAYS, ...sources]);
    if (!force && fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === state) continue;
    onStart?.(name);
    fs.rmSync(stamp, { force: true });
    await viteBuild(config);
    if (name === 'client') await compressAll('dist/client');
    fs.writeFileSync(stamp, state);
    built.push(name);
  }
  return built;
}

/** Names, sizes and times of the files: a bundle with the same state is not built again. */
function stateOf(sources: readonly string[]): string {
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

/** Brotli at its highest, once at build instead of for each request. */
async function compressAll(folder: string): Promise<void> {
  const compress = promisify(zlib.brotliCompress);
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    files.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      if (!entry.isFile() || !COMPRESSIBLE.test(file) || file.includes(`${path.sep}.vite${path.sep}`)) return;
      const raw = await fs.promises.readFile(file);
      if (raw.length < SMALLEST) return;
      const packed = await compress(raw, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: raw.length } });
      if (packed.length < raw.length) await fs.promises.writeFile(`${file}.br`, packed);
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const started = performance.now();
  const built = await buildStale({ force: process.argv.includes('--force'), onStart: (name) => console.log(`Building ${name} …`) });
  console.log(built.length === 0 ? 'Everything is up to date.' : `Built ${built.join(', ')} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
