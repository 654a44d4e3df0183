import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createDependencyFinder } from '../../scripts/check/related.ts';
import type { Source } from '../../scripts/check/related.ts';
import { sources } from '../../tests/support/files.ts';

const FLOWS = 'tests/flows';
/** Everything that makes pages of flows. A change of it makes all pages new. */
const TOOLS = ['tools/', 'packages/', 'tests/support/'];
const OTHERS = ['package-lock.json', 'model-testing.config.ts'];
/** Flows of the server, whose tables are with its tests. */
const SERVER: Readonly<Record<string, string>> = {
  circuit: 'payments',
  order: 'orders',
  parcel: 'orders',
  'payment-attempt': 'payments',
  refund: 'refunds',
};

/**
 * Returns a function for the fingerprint of a flow. It changes with every source of the flow's page: its folder, the
 * flows that run inside, everything that they import, and the tools.
 */
export function createFingerprints(all: readonly Source[] = readAll()): (flow: string) => string {
  const texts = new Map(all.map(({ path, text }) => [path, text] as const));
  const tools = all.filter(({ path }) => TOOLS.some((folder) => path.startsWith(folder)));
  const common = hash([...tools.map(({ text }) => text), ...OTHERS.map((file) => readFileSync(file, 'utf8'))]);
  const findDependencies = createDependencyFinder(all);
  return (flow) => {
    const files = new Set<string>();
    const flows = new Set([flow]);
    for (const one of flows) {
      for (const file of findDependencies(findOwnFiles(one))) files.add(file);
      for (const file of files) {
        const [, inner] = /\/([\w-]+)\.machine\.ts$/.exec(file) ?? [];
        if (inner !== undefined && existsSync(`${FLOWS}/${inner}`)) flows.add(inner);
      }
    }
    const own = [...files].sort().map((file) => `${file}\n${texts.get(file) ?? ''}`);
    return hash([common, ...own]);
  };
}

/** Reads everything that pages of flows can depend on. */
export function readAll(): Source[] {
  const tables = readdirSync(FLOWS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => ({ path: `${FLOWS}/${name}`, text: readFileSync(`${FLOWS}/${name}`, 'utf8') }));
  return [...sources('contract', 'demo', 'packages', 'server', 'src', 'tests', 'tools'), ...tables];
}

function findOwnFiles(flow: string): string[] {
  const area = SERVER[flow];
  const folders = [`${FLOWS}/${flow}`, ...(area === undefined ? [] : [`tests/server/${area}`])];
  return [
    ...folders
      .filter((folder) => existsSync(folder))
      .flatMap((folder) =>
        readdirSync(folder)
          .filter((name) => !name.includes('.test.'))
          .map((name) => `${folder}/${name}`),
      ),
    ...(area === undefined ? [] : [`server/machines/${flow}.machine.ts`]),
  ];
}

function hash(texts: readonly string[]): string {
  const sum = createHash('sha256');
  for (const text of texts) sum.update(text).update('\0');
  return sum.digest('hex').slice(0, 16);
}
