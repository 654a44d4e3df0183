import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { deflateRawSync } from 'node:zlib';
import { build } from 'vite';
import type { InlineConfig, PluginOption } from 'vite';
import type { DrawnFlow, DrawRequest } from './draw-worker.ts';

export interface ScreensOptions {
  /** Module that calls `drawOnRequest` with the project's scenes. */
  readonly worker: string;
  /** Module that calls `play` with the project's scenes. The styles of their views apply to the screens. */
  readonly player: string;
  /** Vite plugins of the project's pages; created again for each build. */
  readonly plugins: () => PluginOption[];
  /** Folder of the pages that show the screens. */
  readonly out: string;
  /** Cache folder. A flow is drawn again only when its version or its walks have changed. */
  readonly cache: string;
  /** The flows to draw, each with the walks of its strips, or a promise of them. A flow without a scene is left out. */
  readonly flows: readonly DrawRequest[] | Promise<readonly DrawRequest[]>;
}

const PANEL = path.join(import.meta.dirname, 'client/main.ts');

/**
 * Writes everything that pages need to show and play the screens of every flow, all of it local: `screens.js` (the
 * panel), `screens.css` (its styles), `player.js`, `player.css` (machines and views, in their own frame), and the
 * rendered screens: `<flow>.screens.js` for the panel, `<flow>.strip.js` for the strip. Returns the number of kinds per
 * flow.
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
  for (const { flow, kinds, walks } of drawn) {
    writeFileSync(path.join(out, `${flow}.screens.js`), formatScript(flow, kinds));
    writeFileSync(path.join(out, `${flow}.strip.js`), `self.flowStrip = ${JSON.stringify(pack(walks))};\n`);
  }
  return Object.fromEntries(drawn.map(({ flow, kinds }) => [flow, kinds.length]));
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

async function drawAll(options: ScreensOptions): Promise<DrawnFlow[]> {
  const { cache } = options;
  const flows = await options.flows;
  const files = new Map(flows.map((request) => [request, `${request.flow}-${hash(JSON.stringify(request))}.json`]));
  const fileOf = (request: DrawRequest) => path.join(cache, files.get(request) ?? '');
  const missing = flows.filter((request) => !existsSync(fileOf(request)));
  if (missing.length > 0)
    await drawIn(await buildWorker(options), missing, (request, drawn) =>
      writeFileSync(fileOf(request), JSON.stringify(drawn)),
    );
  for (const file of readdirSync(cache)) {
    const [, flow = ''] = /^(.*)-\w+\.json$/.exec(file) ?? [];
    if (flows.some((request) => request.flow === flow && files.get(request) !== file)) rmSync(path.join(cache, file));
  }
  return flows
    .map((request) => JSON.parse(readFileSync(fileOf(request), 'utf8')) as DrawnFlow)
    .filter(({ kinds }) => kinds.length > 0);
}

/** Builds the module that draws, and returns its file. */
async function buildWorker({ plugins, worker, cache }: ScreensOptions): Promise<string> {
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
  return path.join(folder, 'worker.js');
}

function hash(data: string): string {
  return createHash('sha256').update(data).digest('hex').slice(0, 16);
}

/** As many workers as cores process one flow after the other. */
async function drawIn(
  entry: string,
  flows: readonly DrawRequest[],
  keep: (request: DrawRequest, drawn: DrawnFlow) => void,
): Promise<void> {
  const waiting = [...flows];
  await Promise.all(
    Array.from({ length: Math.min(4, availableParallelism(), flows.length) }, async () => {
      const worker = new Worker(pathToFileURL(entry));
      await new Promise<void>((resolve, reject) => {
        let request = waiting.shift();
        const send = () => (request === undefined ? resolve() : worker.postMessage(request, []));
        worker.on('error', reject);
        worker.on('message', (drawn: DrawnFlow) => {
          if (request !== undefined) keep(request, drawn);
          request = waiting.shift();
          send();
        });
        send();
      });
      await worker.terminate();
    }),
  );
}

/** Screens of one flow are similar, so they compress well together. */
function pack(screens: unknown): string {
  return deflateRawSync(Buffer.from(JSON.stringify(screens))).toString('base64');
}

function formatScript(flow: string, kinds: DrawnFlow['kinds']): string {
  const packed = pack(kinds.map(({ html }) => html));
  const told = kinds.map(({ value, difference, count }) => ({ value, difference, count }));
  return `(self.flowScreens ??= {})[${JSON.stringify(flow)}] = ${JSON.stringify({ kinds: told, packed })};\n`;
}
