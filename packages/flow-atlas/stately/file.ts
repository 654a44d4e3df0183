import { format } from 'oxfmt';
import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import type { FindFlow } from '../atlas/create-chart.ts';
import { toTitle } from '../atlas/words.ts';
import { isPlain } from 'model-testing/mutate/machine-parts';
import { getLogicKind } from 'model-testing/model/structure';
import { nameParts } from './named-machine.ts';
import { isSelfContained } from './self-contained.ts';

export interface StatelyOptions {
  readonly title?: string;
  /** Finds the flow that runs in a slot, for a comment in the file. */
  readonly flowIn?: FindFlow;
}

/**
 * Formats a machine as one file for Stately's editor, which imports only XState. It contains the machine's states,
 * transitions, timers, calls and descriptions; guards, actions and actors are names without an implementation. A
 * function for the parameters of a guard, an action or a call is kept if it needs nothing from outside, and left out
 * otherwise.
 */
export async function formatStatelyFile(
  flow: string,
  machine: AnyStateMachine,
  { title = toTitle(flow), flowIn = () => null }: StatelyOptions = {},
): Promise<string> {
  const { config, parts } = nameParts(machine);
  const setup = [
    section('actors', parts.actors, actorText, (name) => {
      const runs = flowIn(machine, name);
      return runs === null ? null : `The flow ${runs.title}: ${runs.flow}.js`;
    }),
    section('actions', parts.actions, (action) => (isAssign(action) ? 'assign({})' : '() => undefined')),
    section('guards', parts.guards, () => '() => true'),
    section(
      'delays',
      parts.delays,
      (delay) => formatValue(delay) ?? '() => 0',
      (_, delay) => (formatValue(delay) === null ? 'Computed by other code.' : null),
    ),
  ].join('');
  const body = `setup({${setup}}).createMachine(${formatValue(config) ?? '{}'});`;
  const imports = ['assign', 'fromCallback', 'fromPromise', 'setup'].filter((name) => body.includes(`${name}(`));
  const { code, errors } = await format(
    `${flow}.js`,
    `// ${title}, for reading and drawing; its guards, actions and actors have no implementation here.\n${formatOmissions(config)}\n` +
      `import { ${imports.join(', ')} } from 'xstate';\n\nexport const machine = ${body}`,
    { singleQuote: true, printWidth: 120 },
  );
  if (errors[0] !== undefined) throw new Error(`${flow}: ${errors[0].message}`);
  return code;
}

function section(
  title: string,
  parts: Readonly<Record<string, unknown>>,
  text: (part: unknown) => string,
  remark: (name: string, part: unknown) => string | null = () => null,
): string {
  const lines = Object.entries(parts).map(([name, part]) => {
    const above = remark(name, part);
    return `${
      above === null
        ? ''
        : `
// ${above}
`
    }${JSON.stringify(name)}: ${text(part)},`;
  });
  return lines.length === 0 ? '' : `${title}: {${lines.join('')}},`;
}

function actorText(logic: unknown): string {
  return getLogicKind(logic as AnyActorLogic) === 'callback'
    ? 'fromCallback(() => undefined)'
    : 'fromPromise(async () => undefined)';
}

function isAssign(action: unknown): boolean {
  return (action as { readonly type?: unknown }).type === 'xstate.assign';
}

/** Returns a value as code, or `null` when it depends on surrounding code. */
function formatValue(value: unknown): string | null {
  if (typeof value === 'function') return isSelfContained(String(value)) ? String(value) : null;
  if (Array.isArray(value)) return `[${value.map((one) => formatValue(one) ?? 'undefined').join(',')}]`;
  if (isPlain(value))
    return `{${formatFields(value)
      .map(([key, text]) => `${JSON.stringify(key)}:${text}`)
      .join(',')}}`;
  return typeof value === 'object' && value !== null ? null : (JSON.stringify(value) ?? null);
}

function formatFields(value: Record<string, unknown>): [string, string][] {
  return Object.entries(value).flatMap(([key, one]): [string, string][] => {
    const text = formatValue(one);
    return text === null ? [] : [[key, text]];
  });
}

/** Returns a comment with the number of omitted parts by field name. */
function formatOmissions(config: object): string {
  const counts = new Map<string, number>();
  const count = (value: unknown, field: string) => {
    if (value !== undefined && formatValue(value) === null) counts.set(field, (counts.get(field) ?? 0) + 1);
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) count(one, Array.isArray(value) ? field : key);
  };
  count(config, 'machine');
  if (counts.size === 0) return '';
  const words = [...counts].map(([field, times]) => `${field} (${times})`);
  return `// Omitted, because it depends on other code: ${words.join(', ')}.\n`;
}
