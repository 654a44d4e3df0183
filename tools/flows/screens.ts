import { existsSync } from 'node:fs';
import path from 'node:path';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { buildScreens } from 'flow-atlas/screens/build';
import type { ScreensOptions } from 'flow-atlas/screens/build';

const VIEWS = path.join(import.meta.dirname, '../../tests/flows');

/** Returns the scripts that show a flow's screens on its page; none when it has no view. */
export function screenScripts(flow: string): readonly string[] {
  return hasView(flow) ? [`${flow}.screens.js`, 'screens.js'] : [];
}

/** Returns the scripts that draw a flow's strip. */
export function stripScripts(flow: string): readonly string[] {
  return hasView(flow) ? [`${flow}.strip.js`, 'screens.js'] : [];
}

function hasView(flow: string): boolean {
  return existsSync(path.join(VIEWS, flow, `${flow}.view.tsx`));
}

/** Writes every kind of screen of the flows, and the screens of their strips. Returns the number of kinds per flow. */
export function screensInto(out: string, flows: ScreensOptions['flows']): Promise<Readonly<Record<string, number>>> {
  return buildScreens({
    worker: path.join(import.meta.dirname, 'screens-worker.ts'),
    player: path.join(import.meta.dirname, 'screens-player.ts'),
    plugins: () => [react(), vanillaExtractPlugin()],
    out,
    flows,
    cache: 'node_modules/.cache/screens',
  });
}
