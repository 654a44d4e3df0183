import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ProofMutants } from 'flow-atlas/atlas/proof';

/** Returns the result of `npm run test:mutants -- --out <folder>` for a machine, or `null` when it was not judged. */
export function readMutants(folder: string, flow: string): ProofMutants | null {
  const file = path.join(folder, `${flow}.txt`);
  if (!existsSync(file)) return null;
  const [head = '', ...lines] = readFileSync(file, 'utf8').split('\n');
  const [, survived, judged] = /: (\d+) of (\d+) mutants survived/.exec(head) ?? [];
  if (survived === undefined || judged === undefined) return null;
  const survivors = lines.filter((line) => line !== '');
  return { judged: Number(judged), noticed: Number(judged) - Number(survived), survivors };
}
