import type { undoByName } from '../../../server/cli/import/change-shop.ts';
import { executeCommand } from '../../../server/control/command.ts';
import type { Entry } from '../../../server/modules/catalogue/import.service.ts';
import type { TestApp } from '../../support/server.ts';

export type Run = Parameters<typeof undoByName>[0];

/** Returns a function that passes input and output through JSON, like a request to a running shop. */
export function createRun(shop: () => TestApp): Run {
  return async (command, input) => {
    const output = await executeCommand(command, shop(), JSON.parse(JSON.stringify(input)));
    return JSON.parse(JSON.stringify(output ?? null)) as typeof output;
  };
}

/** Yields products as the lines of a file, after its header. */
export async function* readEntries(given: readonly unknown[]): AsyncGenerator<Entry> {
  for (const [index, one] of given.entries()) yield { line: index + 2, given: one };
}
