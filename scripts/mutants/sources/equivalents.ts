import type { SourceKind } from './mutants-of.ts';

/** Mutants that change nothing for a shopper, by their printed name, with the reason. */
export const EQUIVALENT_SOURCES: Readonly<Record<SourceKind, Readonly<Record<string, string>>>> = {
  views: {},
  composition: {},
  rules: {},
};
