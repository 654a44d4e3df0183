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
  /** Module that calls `drawOnRequest` with the project's scenes. */
  readonly worker: string;
  /** Module that calls `play` with the project's scenes. The styles of their views apply to the screens. */
  readonly player: string;
  /** Vite plugins of the project's pages; created again for each build. */
  readonly plugins: () => PluginOption[];
  /** Folder of the pages that show the screens. */
  readonly out: string;
  /** Cache folder. A flow is rendered again only when one of its sources has changed. */
  readonly cache: string;
  /** Renders only this flow. Default: all. */
  readonly only?: string | undefined;
}

const PANEL = path.join(import.meta.dirname, 'client/main.ts');

/**
 * Writes everything that pages need to show and play the screens of every flow, all of it local: `screens.js` (the
 * panel), `screens.css` (its styles), `player.js`, `player.css` (machines and views, in their own frame), and
 * `<flow>.screens.js` with the rendered screens. Returns the number of kinds per flow.
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
  for (const [flow, kinds] of drawn) writeFileSync(path.join(out, `${flow}.screens.js`), formatScript(flow, kinds));
  return Object.fromEntries([...drawn].map(([flow, { length }]) => [flow, length]));
}

const base = (plugins: () => PluginOption[]): InlineConfig => ({
  configFile: false,
  // A project's configuration may read files; no page does that, but the build would warn about it.
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

type WorkerMessage = { readonly flows: readonly string[] } | { readonly flow: string; readonly kinds: readonly Kind[] };

/** As many workers as cores process one flow after the other. */
async function drawIn(entry: string, only: string | undefined): Promise<Map<string, readonly Kind[]>> {
  const drawn = new Map<string, readonly Kind[]>();
  let waiting: string[] | null = null;
  await Promise.all(
    Array.from({ length: only === undefined ? Math.min(4, availableParallelism()) : 1 }, async () => {
      const worker = new Worker(pathToFileURL(entry));
      await new Promise<void>((resolve, reject) => {
        worker.on('error', reject);
        worker.on('message', (told: WorkerMessage) => {
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

/** Pages of one flow are similar, so they compress well together. */
function formatScript(flow: string, kinds: readonly Kind[]): string {
  const packed = deflateRawSync(Buffer.from(JSON.stringify(kinds.map(({ html }) => html)))).toString('base64');
  const told = kinds.map(({ value, difference, count }) => ({ value, difference, count }));
  return `(self.flowScreens ??= {})[${JSON.stringify(flow)}] = ${JSON.stringify({ kinds: told, packed })};\n`;
}
