import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import ELK from 'elkjs/lib/elk.bundled.js';
import { build } from 'vite';
import type { AtlasFlow } from './data.ts';
import { computeLooks } from './looks.ts';
import { mapPage, findFlowStarts } from './map.ts';
import type { FurtherPage, FlowLink, MapEntry } from './map.ts';
import { flowPage, toScriptJson } from './page.ts';
import { buildIndex } from './search.ts';
import { createLiveFlow } from '../live/flow-words.ts';
import type { LiveFlow } from '../live/flow-words.ts';
import type { LiveProject } from '../live/client/project.ts';
import { stripPage } from '../strips/page.ts';

export interface AtlasOptions {
  /** Title of the map. */
  readonly title: string;
  /** Output folder. Its content is removed, except with `only`. */
  readonly out: string;
  /** The flows, or a promise of them: the scripts are built meanwhile. */
  readonly flows: readonly AtlasFlow[] | Promise<readonly AtlasFlow[]>;
  /** Flows that communicate without one starting the other. */
  readonly flowLinks?: readonly FlowLink[];
  /** The version for live runs, and the command that makes tests from them. */
  readonly project?: LiveProject;
  /** Linked from the map. */
  readonly further?: readonly FurtherPage[];
  /** Folder of the project with the readers' notes. Without it, no page takes notes. */
  readonly notesFolder?: string;
  /** Writes only the page of this flow and keeps the others. Writes the map only if there is none. */
  readonly only?: string | undefined;
}

/** Writes all pages of an atlas: a folder that opens from disk and needs no network. */
export async function writeAtlas({
  title,
  out,
  flows: given,
  flowLinks: talks = [],
  project,
  further = [],
  notesFolder,
  only,
}: AtlasOptions): Promise<void> {
  if (only === undefined) rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const [flows] = await Promise.all([given, writeAssets(out)]);
  const layouter = new ELK();
  const titles = new Map(flows.map(({ chart }) => [chart.flow, chart.title] as const));
  const starts = findFlowStarts(flows.map(({ chart }) => chart));
  const write = (name: string, text: string) => writeFileSync(path.join(out, name), text);
  for (const flow of flows.filter(({ chart }) => only === undefined || chart.flow === only)) {
    const { chart, group, proof = null, scripts = [], strips = [], stripScripts = [] } = flow;
    const notes = notesFolder === undefined ? null : { folder: notesFolder, notes: flow.notes ?? [] };
    const startedBy = starts
      .filter(({ to }) => to === chart.flow)
      .map(({ from }) => ({ flow: from, title: titles.get(from) ?? from }));
    const looks = flow.looks ?? (await computeLooks(chart, layouter));
    const hasStrip = strips.length > 0;
    write(`${chart.flow}.html`, flowPage({ chart, group, looks, proof, startedBy, notes }, { scripts, hasStrip }));
    if (hasStrip) write(`${chart.flow}.strip.html`, stripPage(chart, strips, stripScripts));
  }
  if (only !== undefined && existsSync(path.join(out, 'index.html'))) return;
  write('index.html', await mapPage({ title, entries: flows.map(toMapEntry), talks, further }, layouter));
  for (const { file, html } of further) write(file, html);
  write('search.js', `window.atlasIndex=${toScriptJson(buildIndex(flows))};\n`);
  write(
    'machines.js',
    [
      `window.atlasMachines=${toScriptJson(indexMachines(flows))};`,
      `window.atlasProject=${toScriptJson(project ?? null)};`,
      '',
    ].join('\n'),
  );
}

function toMapEntry({ chart, group, strips = [] }: AtlasFlow): MapEntry {
  return { chart, group, hasStrip: strips.length > 0 };
}

/** Writes the styles and scripts that every page needs. */
export async function writeAssets(out: string): Promise<void> {
  mkdirSync(out, { recursive: true });
  copyFileSync(createRequire(import.meta.url).resolve('elkjs/lib/elk.bundled.js'), path.join(out, 'elk.js'));
  await buildClient(out, path.join(import.meta.dirname, 'client/main.ts'), 'atlas');
  await buildClient(out, path.join(import.meta.dirname, '../live/client/main.ts'), 'live');
}

/** Returns the flow of each machine by machine id, which identifies running machines. */
function indexMachines(flows: readonly AtlasFlow[]): Record<string, LiveFlow> {
  return Object.fromEntries(flows.map(({ chart, seen }) => [chart.machine, createLiveFlow(chart, seen)]));
}

/** Builds one classic script, because modules do not load from disk. */
async function buildClient(out: string, entry: string, name: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    mode: 'production',
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2022',
      reportCompressedSize: false,
      lib: {
        entry,
        formats: ['iife'],
        name: `${name}Client`,
        fileName: () => `${name}.js`,
        cssFileName: name,
      },
    },
  });
}
