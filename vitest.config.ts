import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const front = { plugins: [react(), vanillaExtractPlugin()] };

export default defineConfig({
  test: {
    projects: [
      {
        ...front,
        test: {
          name: 'unit',
          include: ['tests/{architecture,contract,promises,routes,services,support,views}/**/*.test.{ts,tsx}'],
        },
      },
      { ...front, test: { name: 'paths', include: ['tests/paths/**/*.test.{ts,tsx}'] } },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          pool: 'forks',
          hookTimeout: 60_000,
          testTimeout: 60_000,
        },
      },
    ],
  },
});
