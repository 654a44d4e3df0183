import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { PLAN_VARIABLE } from './plan.ts';
import type { Plan } from './plan.ts';
import { withSwitches } from './switches.ts';

const plan = JSON.parse(readFileSync(process.env[PLAN_VARIABLE] ?? '', 'utf8')) as Plan;
const nameOf = (file: string) => relative(process.cwd(), file);

const switches: Plugin = {
  name: 'mutants',
  enforce: 'pre',
  transform(source, id) {
    const file = nameOf(id);
    const edits = plan.mutants.flatMap((mutant, number) =>
      mutant.file === file ? mutant.edits.map((edit) => ({ ...edit, id: number })) : [],
    );
    return edits.length === 0 ? null : { code: withSwitches(source, edits), map: null };
  },
};

class QuickFirst {
  sort(files: TestSpecification[]): TestSpecification[] {
    const rank = ({ moduleId }: TestSpecification) => plan.tests.indexOf(nameOf(moduleId));
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}

process.on('exit', () =>
  appendFileSync(plan.log, `${JSON.stringify({ is: 'closed', memory: process.resourceUsage().maxRSS * 1024 })}\n`),
);

/** The tests below the browser on sources that hold their mutants. */
export default defineConfig({
  plugins: [switches, react(), vanillaExtractPlugin()],
  test: {
    include: [...plan.tests],
    runner: new URL('worker.ts', import.meta.url).pathname,
    // Two kinds are judged at the same time, each on one core.
    maxWorkers: 1,
    sequence: { sequencer: QuickFirst as never },
    // A test that waits for what a mutant never does is not waited for.
    testTimeout: 20_000,
    reporters: [{}],
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
