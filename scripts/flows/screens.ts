import path from 'node:path';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { buildScreens } from '../../model-testing/screens/build.ts';

/** Writes every kind of screen of every flow beside the atlas; answers how many each flow has. */
export function screensInto(out: string): Promise<Readonly<Record<string, number>>> {
  return buildScreens({
    worker: path.join(import.meta.dirname, 'screens-worker.ts'),
    player: path.join(import.meta.dirname, 'screens-player.ts'),
    plugins: () => [react(), vanillaExtractPlugin()],
    out,
    cache: 'node_modules/.cache/screens',
  });
}
