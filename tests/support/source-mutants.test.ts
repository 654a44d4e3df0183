import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { EQUIVALENT_SOURCES } from '../../tools/mutants/sources/equivalents.ts';
import { createMutants, createKindMutants } from '../../tools/mutants/sources/create-mutants.ts';
import type { SourceKind } from '../../tools/mutants/sources/create-mutants.ts';
import { addSwitches } from '../../tools/mutants/sources/switches.ts';

const VIEW = `
export function View({ send, isOff, problem }: Props) {
  return (
    <p role="alert" className="note">
      {problem !== null && <b>{problem}</b>}
      Pay now
      <button aria-label="Pay" disabled={isOff} onClick={() => send({ type: 'pay' })} />
      <button aria-label="Leave" onClick={() => send({ type: 'leave' })} />
    </p>
  );
}`;
const SLOTS = `
export const compose = (env: Env) => machine.provide({
  actors: { load: fromPromise(async ({ signal }) => (await api()).list(env.id, signal)), save },
  actions: { leave: () => env.navigate('/', { replace: true }), stay: () => (void api().save()) },
});`;
const RULE = `
export function rest(all: readonly number[], least = 2): number {
  const some = all.filter((one) => one >= least);
  return some.length === 0 ? 0 : some.length - 1;
}`;
const ROUTE = `
export default function Route({ params: { id = '' } }: RouteProps) {
  const loaded = usePageData('/things/:id', { id });
  const thing = useRootActor(machines.thing, { input: { id, loaded } });
  useEffect(() => thing.send({ type: 'address.changed', id }), [thing, id]);
  return thing;
}`;
const REPOSITORY = `
export async function openOf(db: Sql, owner: string, least: number) {
  log.info('orders were asked for', { owner, least });
  await db.update(orders).set({ seen: true }).where(eq(orders.owner, owner));
  await noted(db, owner);
  await told(owner, 5_000);
  await told(owner, 1).catch(() => undefined);
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.owner, owner), gte(orders.total, least), isNull(orders.endedAt)))
    .orderBy(desc(orders.createdAt), asc(orders.id))
    .limit(PAGE);
}
const first = () => db.select().from(orders).limit(1);
const OVERDUE = sql\`select id from orders where due_at < \${now} and ended_at is null order by due_at desc for update skip locked\`;`;

const changes = (kind: SourceKind, source: string) =>
  createMutants(kind, [{ file: 'src/a.tsx', source }]).map(({ operator, change }) => `${operator}: ${change}`);

describe('source mutants', () => {
  test('change events, handlers, texts, switches, roles and conditions of a view, but not styles', () => {
    const found = changes('views', VIEW);
    expect(found).toEqual(
      expect.arrayContaining([
        'event swapped: pay -> leave',
        'event swapped: leave -> pay',
        "event dropped: send({ type: 'pay' })",
        "handler dropped: onClick={() => send({ type: 'pay' })}",
        'text: Pay now -> Another text',
        'text: aria-label="Pay" dropped',
        'role: role="alert" dropped',
        'switch: disabled={isOff} -> undefined',
        'switch: disabled={isOff} -> true',
        'switch: disabled={isOff} -> !(isOff)',
        'one side: problem !== null && <b>{problem}</b> -> its left',
        'comparison: problem !== null -> ===',
      ]),
    );
    expect(found.filter((one) => one.includes('note'))).toEqual([]);
  });

  test('change slots, arguments, methods, options and steps of a composition', () => {
    expect(changes('composition', SLOTS)).toEqual(
      expect.arrayContaining([
        'slots swapped: load <-> save',
        'slots swapped: leave <-> stay',
        'slot dropped: save',
        'arguments swapped: 1 <-> 2 of (await api()).list(env.id, signal)',
        'arguments dropped: (await api()).list(env.id, signal)',
        'boolean: true -> false',
        "text: '/' -> ''",
        "step dropped: env.navigate('/', { replace: true })",
      ]),
    );
  });

  test('change boundaries, numbers, return values and lists of rules', () => {
    expect(changes('rules', RULE)).toEqual(
      expect.arrayContaining([
        'comparison: one >= least -> >',
        'number: 2 + 1',
        'number: 2 - 1',
        'method: all.filter((one) => one >= least) dropped',
        'arithmetic: some.length - 1 -> +',
        'condition: some.length === 0 ? 0 : some.length - 1 -> its alternate',
        'answer dropped: one >= least',
      ]),
    );
  });

  test('change parameters, inputs of machines and later events of a route', () => {
    expect(changes('routes', ROUTE)).toEqual(
      expect.arrayContaining([
        "text: '/things/:id' -> ''",
        'slots swapped: id <-> loaded',
        'slot dropped: loaded',
        "step dropped: thing.send({ type: 'address.changed', id })",
      ]),
    );
  });

  test('change clauses, sort orders, limits, awaits, parameters and statements of a server module', () => {
    const found = changes('server', REPOSITORY);
    expect(found).toEqual(
      expect.arrayContaining([
        'clause dropped: and: eq(orders.owner, owner)',
        'clause dropped: and: isNull(orders.endedAt)',
        'clause dropped: where: eq(orders.owner, owner)',
        'sort key dropped: asc(orders.id)',
        'limit: PAGE + 1',
        'limit: PAGE dropped',
        'comparison of rows: gte(orders.total, least) -> gt',
        'comparison of rows: isNull(orders.endedAt) -> isNotNull',
        'comparison of rows: desc(orders.createdAt) -> asc',
        'await dropped: await told(owner, 1).catch(() => undefined)',
        'number: 5_000 * 10',
        'parameters swapped: 1 <-> 2 of noted(db, owner)',
        'statement: orders where due_at < ${now} and ended_at: < -> <=',
        'statement: ${now} and ended_at is null order by due_at des: is null -> is not null',
        'statement: ull order by due_at desc for update skip loc: desc -> asc',
        'statement: rder by due_at desc for update skip locked`: for update skip locked -> nothing',
      ]),
    );
    expect(found.filter((one) => one.includes('log'))).toEqual([]);
    // Lint rejects floating promises, and a limit of 1 only selects the first row.
    expect(
      found.filter((one) => /await dropped: await (?:noted|told\(owner, 5)|limit: 1|5_000 [+-] 1/.test(one)),
    ).toEqual([]);
  });

  test('are marked when only loading the module reaches them', () => {
    const source =
      "const EVENTS = { left: 'left' };\nexport const f = (text = 'none') => text + 'again' + EVENTS.left;";
    const found = createMutants('rules', [{ file: 'src/a.ts', source }]).filter(({ operator }) => operator === 'text');
    expect(found.map(({ change, isAtLoad }) => [change, isAtLoad])).toEqual([
      ["'left' -> ''", true],
      ["'none' -> ''", false],
      ["'again' -> ''", false],
    ]);
  });

  test('leave a chain whole that ends when its start is missing', () => {
    const source =
      "export const f = (a?: string[]) => a?.slice(1).join('');\nexport const g = (a: string[]) => a.slice(1).join('');";
    const found = createMutants('rules', [{ file: 'src/a.ts', source }]).filter(
      ({ operator }) => operator === 'method',
    );
    expect(found.map(({ line }) => line)).toEqual([2]);
  });

  test('have names without line numbers, and a number for repeated names', () => {
    const source = 'export const a = [1, 1];';
    const names = createMutants('rules', [{ file: 'src/a.ts', source }]).map(({ name }) => name);
    expect(names).toContain('src/a.ts: number: 1 + 1');
    expect(names).toContain('src/a.ts: number: 1 + 1 (2)');
  });
});

test.each(Object.entries(EQUIVALENT_SOURCES))('every listed equivalent mutant of %s still exists', (kind, listed) => {
  const names = new Set(createKindMutants(kind as SourceKind).map(({ name }) => name));
  expect(Object.keys(listed).filter((name) => !names.has(name))).toEqual([]);
});

describe('all mutants in one source', () => {
  const run = (source: string, active: number) => {
    const mutants = createMutants('rules', [{ file: 'src/a.ts', source: `export const f = ${source};` }]);
    const edits = mutants.flatMap((mutant, id) => mutant.edits.map((edit) => ({ ...edit, id })));
    const text = addSwitches(`export const f = ${source};`, edits).replace('export const f =', '');
    const f = runInNewContext(text, { isMutant: (id: number) => id === active }) as (n: number) => unknown;
    return { f, names: mutants.map(({ name }) => name) };
  };
  const source = '(n) => n > 2 ? "many" : "few"';

  test('keep the original behaviour when none is active', () => {
    const { f } = run(source, -1);
    expect([f(2), f(3)]).toEqual(['few', 'many']);
  });
  test('change the behaviour for some input, each of them alone', () => {
    const { names } = run(source, -1);
    expect(names.length).toBeGreaterThan(7);
    for (const [id, name] of names.entries()) {
      const { f } = run(source, id);
      expect([f(1), f(2), f(3), f(4)], name).not.toEqual(['few', 'few', 'many', 'many']);
    }
  });
});
