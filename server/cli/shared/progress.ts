/** Formats a progress bar for a terminal. */
export function bar(label: string, done: number, total: number, note = `${done}/${total}`): string {
  const filled = total === 0 ? 30 : Math.round((Math.min(done, total) / total) * 30);
  return `${label.padEnd(18)} ${'█'.repeat(filled)}${'░'.repeat(30 - filled)} ${note}`;
}

export interface Progress {
  /** Updates the progress. `note` is shown next to the bar. */
  show(done: number, total: number, note: string): void;
  /** Prints a permanent line, e.g. about an error. */
  say(line: string): void;
  /** Keeps the last state on the screen. */
  end(): void;
}

const TERMINAL_MS = 100;
const ELSEWHERE_MS = 10_000;

/** Shows a bar on a terminal, otherwise an occasional line. */
export function createProgress(label: string, out: NodeJS.WriteStream, err: NodeJS.WriteStream): Progress {
  const isTerminal = out.isTTY;
  let shownAt = performance.now();
  let last = '';
  return {
    show(done, total, note) {
      last = isTerminal ? bar(label, done, total, note) : `${label}: ${note}`;
      if (performance.now() - shownAt < (isTerminal ? TERMINAL_MS : ELSEWHERE_MS)) return;
      shownAt = performance.now();
      out.write(isTerminal ? `\r\u001b[K${last}` : `${last}\n`);
    },
    say(line) {
      if (isTerminal) out.write('\r\u001b[K');
      err.write(`${line}\n`);
    },
    end() {
      if (isTerminal && last !== '') out.write(`\r\u001b[K${last}\n`);
    },
  };
}
