import { readdirSync } from 'node:fs';
import type { AnyModel } from '../model-testing/model/define.ts';
import { coverageOf } from '../model-testing/model/coverage.ts';
import { explore } from '../model-testing/model/explore.ts';
import type { Graph } from '../model-testing/model/explore.ts';
import { predict, statePaths, transitionPaths } from '../model-testing/model/paths.ts';
import type { Path } from '../model-testing/model/paths.ts';
import { valueOf } from '../model-testing/model/structure.ts';
import type { Step } from '../model-testing/model/timed.ts';
import { sentence } from '../model-testing/view/act.ts';
import { actsFor } from '../model-testing/view/acts-for.ts';
import { pairTours } from '../model-testing/model/tours.ts';

/**
 * `npm run paths -- <machine> [--states|--transitions|--pairs]` prints the generated paths of a machine, one
 * step a line with the state that it leads to. Without a machine it lists them.
 */

const MODELS = new URL('../tests/models/', import.meta.url);

async function main([machine, kind = '--transitions']: readonly string[]): Promise<string> {
  const known = readdirSync(MODELS).flatMap((name) => /^(.+)\.model\.ts$/.exec(name)?.[1] ?? []);
  if (machine === undefined) {
    return `Machines:\n${known.map((name) => `  ${name}`).join('\n')}\n\nnpm run paths -- <machine> [${Object.keys(kinds).join('|')}]\n`;
  }
  if (!known.includes(machine))
    throw new Error(`There is no machine called ${machine}. There are: ${known.join(', ')}`);
  const pathsOf = kinds[kind];
  if (pathsOf === undefined) throw new Error(`Unknown ${kind}: choose ${Object.keys(kinds).join(', ')}`);
  const graph = explore(await modelOf(machine));
  const { states, transitions, snapshots, arcs } = coverageOf(graph);
  const paths = pathsOf(graph);
  return [
    `${machine}: ${states} states, ${transitions} transitions; ${snapshots} snapshots, ${arcs} steps between them`,
    `${paths.length} paths (${kind.slice(2)})`,
    '',
    ...paths.map((path, index) => textOf(graph, index + 1, path)),
  ].join('\n');
}

function textOf(graph: Graph, number: number, { title, steps }: Path): string {
  const states = predict(graph, steps);
  const lines = states.map(({ snapshot, now }, index) => {
    const time = now > 0 ? `  (${now / 1000} s)` : '';
    const step = steps[index] as Step;
    const before = states[index - 1]?.snapshot ?? null;
    const acts = before === null || step.kind !== 'user' ? null : actsFor(graph.model, step.event, before);
    const words = acts?.[0] === undefined ? step.label : sentence(acts[0]);
    return `    ${words} → ${snapshot === null ? '' : valueOf(snapshot)}${time}`;
  });
  const heading = title.includes(' → ') ? '' : ` ${title}`;
  return `${number}.${heading}\n${lines.join('\n')}\n`;
}

const kinds: Readonly<Record<string, (graph: Graph) => readonly Path[]>> = {
  '--states': statePaths,
  '--transitions': transitionPaths,
  '--pairs': (graph) => pairTours(graph).paths,
};

async function modelOf(machine: string): Promise<AnyModel> {
  const exported = (await import(new URL(`${machine}.model.ts`, MODELS).href)) as Record<string, unknown>;
  const model = Object.values(exported).find(
    (value) => typeof value === 'object' && value !== null && 'machine' in value,
  );
  if (model === undefined) throw new Error(`tests/models/${machine}.model.ts exports no model`);
  return model as AnyModel;
}

// `… | head` closes the pipe early.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

main(process.argv.slice(2)).then(
  (text) => process.stdout.write(text),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
