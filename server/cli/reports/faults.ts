import type { Fault } from '../../modules/catalogue/product-record.rules.ts';

/** Reports faults of a file's lines. Merges the same fault in several lines of a product into one sentence. */
export function createFaultReport(name: string, say: (text: string) => void) {
  let held: { readonly of: string; readonly fault: Fault; readonly lines: number[] } | null = null;

  function end(): void {
    if (held === null) return;
    const { of, fault, lines } = held;
    held = null;
    const [first = 0] = lines;
    say(
      lines.length === 1
        ? toSentence(name, `line ${first}`, fault)
        : toSentence(name, `lines ${formatRanges(lines)} (${of})`, fault),
    );
  }

  function add(line: number, fault: Fault, of: string): void {
    if (of !== '' && held?.of === of && held.fault.field === fault.field) {
      held.lines.push(line);
      return;
    }
    end();
    held = { of, fault, lines: [line] };
    if (of === '') end();
  }

  return { add, end };
}

/** Formats a fault or note. */
export function toSentence(name: string, place: string, { field, reason }: Fault): string {
  return `${[`${name}, ${place}`, field].filter((part) => part !== '').join(', ')}: ${reason}`;
}

/** Formats line numbers as `3, 5 to 9 and 12`. */
function formatRanges(lines: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const line of lines.toSorted((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range?.[1] === line - 1) range[1] = line;
    else ranges.push([line, line]);
  }
  const words = ranges.flatMap(([first, last]) =>
    first === last ? [`${first}`] : last === first + 1 ? [`${first}`, `${last}`] : [`${first} to ${last}`],
  );
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}
