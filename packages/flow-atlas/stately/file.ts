import { format } from 'oxfmt';
import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import type { FindFlow } from '../atlas/create-chart.ts';
import { getFlowTitle, NO_LABELS } from '../atlas/labels.ts';
import type { FlowLabels } from '../atlas/labels.ts';
import { getConfig, getParts, isPlain } from 'model-testing/mutate/machine-parts';
import type { Parts } from 'model-testing/mutate/machine-parts';
import { getLogicKind } from 'model-testing/model/structure';
import { labelMachine } from './labelled-machine.ts';
import { isSelfContained } from './self-contained.ts';

export interface StatelyOptions {
  readonly title?: string;
  readonly labels?: FlowLabels;
  /** Finds the flow that runs in a slot, for a comment in the file. */
  readonly flowIn?: FindFlow;
}

/**
 * Formats a machine as one TypeScript file for Stately's editor, which imports only XState. It contains the machine's
 * states, transitions, timers, calls and descriptions, with the labels of the atlas as names; guards, actions and actors
 * have no implementation. A function for the parameters of a guard, an action or a call is kept if it needs nothing from
 * outside, and left out otherwise.
 */
export async function formatStatelyFile(
  flow: string,
  machine: AnyStateMachine,
  { labels = NO_LABELS, title = getFlowTitle(flow, labels), flowIn = () => null }: StatelyOptions = {},
): Promise<string> {
  const labelled = labelMachine(machine, labels);
  const { options: _, ...config } = getConfig(labelled.machine);
  const parts = getParts(labelled.machine);
  const section = (
    kind: keyof Parts,
    toText: (part: unknown) => string,
    remark = (_name: string, _part: unknown) => '',
  ) => {
    const lines = [...labelled.names[kind]].map(([name, label]) => {
      const part = parts[kind][label];
      const comments = [name, remark(name, part)].filter((one) => one !== '');
      return `\n// ${comments.join('. ')}\n${JSON.stringify(label)}: ${toText(part)},`;
    });
    return lines.length === 0 ? '' : `${kind}: {${lines.join('')}},`;
  };
  const sections = [
    section('actors', actorText, (name) => {
      const runs = flowIn(machine, name);
      return runs === null ? '' : `The flow ${runs.title}: ${runs.flow}.ts`;
    }),
    section(
      'actions',
      (action) =>
        `${isAssign(action) ? 'assign((_args, _params: Params) => ({}))' : '(_args, _params: Params) => undefined'}`,
    ),
    section('guards', () => '(_args, _params: Params) => true'),
    section(
      'delays',
      (delay) => formatValue(delay) ?? '() => 0',
      (_, delay) => (formatValue(delay) === null ? 'Computed by other code' : ''),
    ),
  ].join('');
  const types =
    'types: { context: {} as Record<string, Value>, events: {} as AnyEventObject, input: {} as Value, output: {} as Params },';
  const body = `setup({${types}${sections}}).createMachine(${formatValue(config) ?? '{}'});`;
  const imports = ['assign', 'fromCallback', 'fromPromise', 'setup'].filter(
    (name) => body.includes(`${name}(`) || body.includes(`${name}<`),
  );
  const { code, errors } = await format(
    `${flow}.ts`,
    `// ${title}, for reading and drawing. The names are those of the atlas; comments have the names of the code.\n` +
      `// Guards, actions and actors have no implementation here.\n${formatOmissions(config)}\n` +
      `import { ${imports.join(', ')} } from 'xstate';\nimport type { AnyEventObject } from 'xstate';\n\n${TYPES}\nexport const machine = ${body}`,
    { singleQuote: true, printWidth: 120 },
  );
  if (errors[0] !== undefined) throw new Error(`${flow}: ${errors[0].message}`);
  return code;
}

/** Values have no types here. With `Value` as parameters, the argument of a function for them would have none either. */
const TYPES =
  'type Value = AnyEventObject[string];\ntype Params = object | string | number | boolean | null | undefined;\n';

function actorText(logic: unknown): string {
  return getLogicKind(logic as AnyActorLogic) === 'callback'
    ? 'fromCallback<AnyEventObject, Params>(() => undefined)'
    : 'fromPromise<Value, Params>(async () => undefined)';
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
