/** A flow as its checked-in text tells it (`markdownOf`), read back: older texts have fewer columns. */
export interface ToldFlow {
  readonly flow: string;
  readonly description: string;
  readonly states: readonly ToldState[];
  readonly transitions: readonly ToldTransition[];
  readonly timers: Readonly<Record<string, string>>;
  /** What no chart shows, by name: guards, actions and the rules that they use. */
  readonly code?: Readonly<Record<string, string>>;
  /** What the flow can say to people. */
  readonly texts?: readonly string[];
}

export interface ToldState {
  /** With the names of those around it: `open.code.usable`. */
  readonly name: string;
  /** `first`, `the end`, `beside the others`. */
  readonly marks: string;
  readonly description: string;
  /** What runs, and what is done on entering and leaving. */
  readonly works: string;
}

export interface ToldTransition {
  readonly from: string;
  readonly when: string;
  readonly guard: string;
  readonly does: string;
  readonly leadsTo: string;
  /** Null in texts that have no such column. */
  readonly because: string | null;
}

const STATE = /^( *)- \*\*(.+?)\*\*(?: \((.*?)\))?: (.*?)(?: _(.+)_)?$/;

export function toldIn(flow: string, text: string): ToldFlow {
  const lines = text.split('\n');
  const open: string[] = [];
  const states = lines.flatMap((line): ToldState[] => {
    const [, indent, title, marks = '', description = '', works = ''] = STATE.exec(line) ?? [];
    if (indent === undefined || title === undefined) return [];
    open.splice(indent.length / 2, open.length, title);
    return [{ name: open.join('.'), marks, description, works }];
  });
  return {
    flow,
    description: lines.find((line, index) => index > 0 && line !== '') ?? '',
    states,
    transitions: tableUnder(lines, '## What leads where').map(
      ([from = '', when = '', guard = '', does = '', leadsTo = '', because]) => ({
        from,
        when,
        guard,
        does,
        leadsTo,
        because: because ?? null,
      }),
    ),
    timers: Object.fromEntries(tableUnder(lines, '## Timers').map(([name = '', runs = '']) => [name, runs])),
  };
}

/** The rows of the table below a heading, without its head. */
function tableUnder(lines: readonly string[], heading: string): string[][] {
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
