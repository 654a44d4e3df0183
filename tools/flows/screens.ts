import { existsSync } from 'node:fs';
import path from 'node:path';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { buildScreens } from 'flow-atlas/screens/build';

const VIEWS = path.join(import.meta.dirname, '../../tests/flows');

/** What the page of a flow runs to show its screens; nothing where it has no view. */
export function screenScripts(flow: string): readonly string[] {
  return existsSync(path.join(VIEWS, flow, `${flow}.view.tsx`)) ? [`${flow}.screens.js`, 'screens.js'] : [];
}

/** Writes every kind of screen of every flow, or of one, beside the atlas; answers how many each flow has. */
export function screensInto(out: string, only?: string): Promise<Readonly<Record<string, number>>> {
  return buildScreens({
    worker: path.join(import.meta.dirname, 'screens-worker.ts'),
    player: path.join(import.meta.dirname, 'screens-player.ts'),
    plugins: () => [react(), vanillaExtractPlugin()],
    out,
    only,
    cache: 'node_modules/.cache/screens',
  });
}
