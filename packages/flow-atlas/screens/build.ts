import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { deflateRawSync } from 'node:zlib';
import { build } from 'vite';
import type { InlineConfig, PluginOption } from 'vite';
import type { Kind } from './kinds.ts';

export interface ScreensOptions {
  /** Calls `drawOnRequest` with the project's scenes. */
  readonly worker: string;
  /** Calls `play` with the project's scenes; the styles of their views are those of the screens. */
  readonly player: string;
  /** What the project's own pages are built with; made anew for each build. */
  readonly plugins: () => PluginOption[];
  /** Where pages stand that show the screens. */
  readonly out: string;
  /** Kept between runs: a flow is drawn again only where something that it is made of has changed. */
  readonly cache: string;
  /** Draws one flow alone. Left out: all. */
  readonly only?: string | undefined;
}

const PANEL = path.join(import.meta.dirname, 'client/main.ts');

/**
 * Writes what pages need to show and play every kind of screen of every flow, all of it local: `screens.js` (the panel),
 * `screens.css` (its look), `player.js`, `player.css` (machines and views, in a frame of their own), and
 * `<flow>.screens.js` with the drawn screens. Answers how many kinds each flow has.
 */
export async function buildScreens(options: ScreensOptions): Promise<Readonly<Record<string, number>>> {
  const { out, cache } = options;
  mkdirSync(out, { recursive: true });
  mkdirSync(cache, { recursive: true });
  const [drawn] = await Promise.all([
    drawAll(options),
    bundle(options, options.player, 'player'),
    bundle(options, PANEL, 'screens'),
  ]);
  for (const [flow, kinds] of drawn) writeFileSync(path.join(out, `${flow}.screens.js`), scriptOf(flow, kinds));
  return Object.fromEntries([...drawn].map(([flow, { length }]) => [flow, length]));
}

const base = (plugins: () => PluginOption[]): InlineConfig => ({
  configFile: false,
  // A project's configuration may read files, which nothing does in a page: it would be warned of.
  logLevel: 'error',
  mode: 'production',
  publicDir: false,
  plugins: plugins(),
  define: { 'process.env.NODE_ENV': '"production"' },
});

async function bundle({ plugins, out }: ScreensOptions, entry: string, name: string): Promise<void> {
  const folder = path.join(out, `.${name}`);
  await build({
    ...base(plugins),
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      reportCompressedSize: false,
      cssCodeSplit: false,
      lib: { entry, formats: ['iife'], name: `flows_${name}`, fileName: () => `${name}.js`, cssFileName: name },
    },
  });
  for (const file of readdirSync(folder)) cpSync(path.join(folder, file), path.join(out, file), { recursive: true });
  rmSync(folder, { recursive: true });
}

async function drawAll({ plugins, worker, cache, only }: ScreensOptions): Promise<Map<string, readonly Kind[]>> {
  const folder = path.join(cache, 'worker');
  await build({
    ...base(plugins),
    build: {
      ssr: worker,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        checks: { pluginTimings: false },
        output: { entryFileNames: 'worker.js', codeSplitting: false },
      },
    },
  });
  const entry = path.join(folder, 'worker.js');
  const kept = path.join(cache, `${createHash('sha256').update(readFileSync(entry)).digest('hex').slice(0, 16)}.json`);
  if (existsSync(kept)) {
    const known = JSON.parse(readFileSync(kept, 'utf8')) as [string, Kind[]][];
    return new Map(known.filter(([flow]) => only === undefined || flow === only));
  }
  const drawn = await drawIn(entry, only);
  if (only !== undefined) return drawn;
  for (const file of readdirSync(cache)) if (file.endsWith('.json')) rmSync(path.join(cache, file));
  writeFileSync(kept, JSON.stringify([...drawn]));
  return drawn;
}

type Told = { readonly flows: readonly string[] } | { readonly flow: string; readonly kinds: readonly Kind[] };

/** As many workers as there are cores take one flow after the other. */
async function drawIn(entry: string, only: string | undefined): Promise<Map<string, readonly Kind[]>> {
  const drawn = new Map<string, readonly Kind[]>();
  let waiting: string[] | null = null;
  await Promise.all(
    Array.from({ length: only === undefined ? Math.min(4, availableParallelism()) : 1 }, async () => {
      const worker = new Worker(pathToFileURL(entry));
      await new Promise<void>((resolve, reject) => {
        worker.on('error', reject);
        worker.on('message', (told: Told) => {
          if ('flow' in told) drawn.set(told.flow, told.kinds);
          else waiting ??= told.flows.filter((flow) => only === undefined || flow === only);
          const next = waiting?.shift();
          if (next === undefined) resolve();
          else worker.postMessage(next, []);
        });
      });
      await worker.terminate();
    }),
  );
  return new Map([...drawn].sort(([one], [other]) => one.localeCompare(other)));
}

/** Pages of one flow are alike, so that packed together they take little room. */
function scriptOf(flow: string, kinds: readonly Kind[]): string {
  const packed = deflateRawSync(Buffer.from(JSON.stringify(kinds.map(({ html }) => html)))).toString('base64');
  const told = kinds.map(({ value, title, count }) => ({ value, title, count }));
  return `(self.flowScreens ??= {})[${JSON.stringify(flow)}] = ${JSON.stringify({ kinds: told, packed })};\n`;
}
