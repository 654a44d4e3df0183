/** A flow parsed from its checked-in text (`formatMarkdown`). Older texts have fewer columns. */
export interface FlowDescription {
  readonly flow: string;
  readonly description: string;
  readonly states: readonly StateDescription[];
  readonly transitions: readonly TransitionDescription[];
  readonly timers: Readonly<Record<string, string>>;
  /** Code that charts do not show, by name: guards, actions and the rules that they use. */
  readonly code?: Readonly<Record<string, string>>;
  /** Texts that the flow can show to users. */
  readonly texts?: readonly string[];
}

export interface StateDescription {
  /** Full path of the state: `open.code.usable`. */
  readonly name: string;
  /** `first`, `the end`, `beside the others`. */
  readonly marks: string;
  readonly description: string;
  /** Running actors, and actions on entry and exit. */
  readonly works: string;
}

export interface TransitionDescription {
  readonly from: string;
  readonly when: string;
  readonly guard: string;
  readonly does: string;
  readonly leadsTo: string;
  /** `null` in texts without this column. */
  readonly because: string | null;
}

const STATE = /^( *)- \*\*(.+?)\*\*(?: \((.*?)\))?: (.*?)(?: _(.+)_)?$/;

export function parseMarkdown(flow: string, text: string): FlowDescription {
  const lines = text.split('\n');
  const open: string[] = [];
  const states = lines.flatMap((line): StateDescription[] => {
    const [, indent, title, marks = '', description = '', works = ''] = STATE.exec(line) ?? [];
    if (indent === undefined || title === undefined) return [];
    open.splice(indent.length / 2, open.length, title);
    return [{ name: open.join('.'), marks, description, works }];
  });
  return {
    flow,
    description: lines.find((line, index) => index > 0 && line !== '') ?? '',
    states,
    transitions: parseTable(lines, '## What leads where').map(
      ([from = '', when = '', guard = '', does = '', leadsTo = '', because]) => ({
        from,
        when,
        guard,
        does,
        leadsTo,
        because: because ?? null,
      }),
    ),
    timers: Object.fromEntries(parseTable(lines, '## Timers').map(([name = '', runs = '']) => [name, runs])),
  };
}

/** Returns the rows of the table below a heading, without its header. */
function parseTable(lines: readonly string[], heading: string): string[][] {
  const start = lines.indexOf(heading);
  if (start === -1) return [];
  const end = lines.findIndex((line, index) => index > start && line.startsWith('## '));
  return lines
    .slice(start, end === -1 ? undefined : end)
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
}
