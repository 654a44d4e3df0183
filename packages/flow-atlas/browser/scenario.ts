import type { Player } from './play.ts';

/** One line of a scenario: a step or an expectation. */
export interface Line {
  readonly text: string;
  /** Methods of the player with their arguments. */
  readonly moves: readonly { readonly do: string; readonly with: readonly unknown[] }[];
  /** Only a person can check its words. */
  readonly isByHand?: true;
}

/** Walks a scenario. Its lines must be those of the case, in their order: a changed scenario proves something else. */
export class ScenarioWalk {
  readonly #player: Player;
  readonly #id: string;
  readonly #lines: readonly Line[];
  #next = 0;

  constructor(player: Player, id: string, lines: readonly Line[]) {
    this.#player = player;
    this.#id = id;
    this.#lines = lines;
  }

  /** Performs the next line and returns it. Throws a sentence if it is another line. */
  async walk(text: string): Promise<Line> {
    const line = this.#lines[this.#next];
    if (line?.text !== text) throw new Error(this.#explain(text));
    this.#next += 1;
    for (const { do: method, with: given } of line.moves)
      await (this.#player[method as Exclude<keyof Player, symbol>] as (...all: readonly unknown[]) => Promise<void>)(
        ...given,
      );
    return line;
  }

  /** Throws a sentence if lines of the case are missing at the end. */
  end(): void {
    if (this.#next < this.#lines.length) throw new Error(`The scenario ends too early. ${this.#describeNext()}`);
  }

  #explain(text: string): string {
    const isElsewhere = this.#lines.some((line) => line.text === text);
    return [
      isElsewhere ? `This line is not the next one of ${this.#id}:` : `${this.#id} has no such line:`,
      `  ${text}`,
      this.#describeNext(),
    ].join('\n');
  }

  #describeNext(): string {
    const next = this.#lines[this.#next];
    return next === undefined ? `${this.#id} has ended.` : `The next line of ${this.#id} is:\n  ${next.text}`;
  }
}

/** Returns the id of the case among the tags of a scenario: `@door-01234567`. Throws a sentence if there is none. */
export function findCaseId(tags: readonly string[]): string {
  const found = tags.find((tag) => /-[0-9a-f]{8}$/.test(tag));
  if (found === undefined)
    throw new Error(
      `The scenario has no tag with the id of its case, like @door-01234567. Its tags: ${tags.join(' ')}`,
    );
  return found.slice(1);
}
