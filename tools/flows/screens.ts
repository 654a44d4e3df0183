import { existsSync } from 'node:fs';
import path from 'node:path';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { buildScreens } from 'flow-atlas/screens/build';

const VIEWS = path.join(import.meta.dirname, '../../tests/flows');

/** Returns the scripts that show a flow's screens on its page; none when it has no view. */
export function screenScripts(flow: string): readonly string[] {
  return existsSync(path.join(VIEWS, flow, `${flow}.view.tsx`)) ? [`${flow}.screens.js`, 'screens.js'] : [];
}

/** Writes every kind of screen of all flows, or of one, into the atlas folder. Returns the number of kinds per flow. */
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
