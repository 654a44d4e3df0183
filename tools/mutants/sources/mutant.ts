import type { Node } from './tree.ts';

/** A place in a source with its replacement. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /**
   * How both versions are combined: an expression unchanged, a text between tags or an attribute's string in braces, `{
   * a }` as `{ a: … }`, an attribute without value as `name={…}`.
   */
  readonly as: 'expression' | 'braces' | 'shorthand' | 'flag';
  /** The original as an expression, if the source has none. */
  readonly original?: string;
}

/** A source with one fault. */
export interface Mutant {
  readonly operator: string;
  /** The change, shortened. */
  readonly change: string;
  readonly edits: readonly Edit[];
}

export function mutant(operator: string, change: string, ...edits: readonly Edit[]): Mutant {
  return { operator, change: change.replaceAll(/\s+/g, ' ').trim(), edits };
}

/** Replaces an expression. */
export function replaceNode({ start, end }: Node, text: string): Edit {
  return { start, end, text, as: 'expression' };
}

/** Returns at most 60 characters of a source, in one line. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 60 ? line : `${line.slice(0, 57)}…`;
}
