import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runCommandLine, runSources } from '../../support/command.ts';

/** Compares the sources that `npm run` starts with the built commands of an image. Other tests use the built ones. */
test.each(['admin', 'back-office', 'mpesa', 'parcels', 'refunds', 'backup', 'restore', 'move'] as const)(
  'npm run %s starts from its sources and prints the same as the built command',
  async (name) => {
    const settings = { DATA_DIR: path.join(tmpdir(), 'duka-none') };
    const ran = await runSources(name, ['--help'], settings);
    expect(ran).toEqual({ code: 0, output: expect.stringContaining(`npm run ${name}`) as string });
    expect(await runCommandLine(name, ['--help'], settings)).toEqual(ran);
  },
);
