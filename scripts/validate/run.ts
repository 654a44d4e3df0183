import { spawn } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import type { Part } from './parts.ts';

export interface PartResult {
  readonly name: string;
  readonly seconds: number;
  readonly isPassed: boolean;
  /** Output of the command. */
  readonly output: string;
}

const BYTES_PER_PART = 2 ** 31;

/**
 * Runs parts in order, in parallel as processors and memory allow. Parts that run alone come last. A failed part does
 * not stop the others.
 */
export async function runParts(parts: readonly Part[]): Promise<PartResult[]> {
  const lanes = Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / BYTES_PER_PART)));
  const shared = parts.filter(({ isAlone }) => !isAlone);
  const alone = parts.filter(({ isAlone }) => isAlone);
  return [...(await runQueue(shared, lanes)), ...(await runQueue(alone, 1))];
}

async function runQueue(parts: readonly Part[], lanes: number): Promise<PartResult[]> {
  const queue = [...parts];
  const ended: PartResult[] = [];
  const lane = async () => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
      const result = await run(part);
      console.log(`${result.name}: ${formatVerdict(result)} after ${result.seconds.toFixed(0)} s`);
      ended.push(result);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, parts.length) }, lane));
  return ended;
}

function run({ name, command, env }: Part): Promise<PartResult> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const [program = '', ...args] = command.split(' ');
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({
        name,
        seconds: (performance.now() - began) / 1_000,
        isPassed: code === 0,
        output: Buffer.concat(said).toString(),
      }),
    );
  });
}

/** Formats the output of failed parts, then one line per part. */
export function formatReport(ended: readonly PartResult[], seconds: number): string {
  const failed = ended.filter(({ isPassed }) => !isPassed);
  const formatRow = (name: string, time: number, note: string) =>
    `${name.padEnd(16)} ${time.toFixed(0).padStart(5)} s  ${note}`;
  return [
    ...failed.map(({ name, output }) => `\n── ${name} ──\n${output.trimEnd()}`),
    '',
    ...ended.map((one) =>
      formatRow(one.name, one.seconds, [formatVerdict(one), countTests(one.output)].join(' ').trim()),
    ),
    formatRow('all', seconds, failed.length === 0 ? 'passed' : `failed: ${failed.map(({ name }) => name).join(', ')}`),
  ].join('\n');
}

function formatVerdict({ isPassed }: PartResult): string {
  return isPassed ? 'passed' : 'failed';
}

/**
 * Returns the number of passed tests in the output of Vitest or Playwright, e.g. `4966 tests`. Empty for other
 * programs.
 */
function countTests(output: string): string {
  const text = stripVTControlCharacters(output);
  const count = /^ *Tests .*?(\d+) passed/m.exec(text)?.[1] ?? /^ *(\d+) passed \(/m.exec(text)?.[1];
  return count === undefined ? '' : `${count} tests`;
}
