import type { Node } from './tree.ts';

/** One place of a source with what stands there instead. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /**
   * How both versions are written side by side: an expression as it is, a text between tags or an attribute's string in
   * braces, `{ a }` as `{ a: … }`, an attribute without value as `name={…}`.
   */
  readonly as: 'expression' | 'braces' | 'shorthand' | 'flag';
  /** What stands there, as an expression, where it is none in the source. */
  readonly original?: string;
}

/** A source that is wrong in one way. */
export interface Mutant {
  readonly operator: string;
  /** From what to what, shortened. */
  readonly change: string;
  readonly edits: readonly Edit[];
}

export function mutant(operator: string, change: string, ...edits: readonly Edit[]): Mutant {
  return { operator, change: change.replaceAll(/\s+/g, ' ').trim(), edits };
}

/** An expression replaced by another. */
export function instead({ start, end }: Node, text: string): Edit {
  return { start, end, text, as: 'expression' };
}

/** At most 60 characters of a source, in one line. */
export function brief(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 60 ? line : `${line.slice(0, 57)}…`;
}
