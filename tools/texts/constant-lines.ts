import { CONSTANTS } from './constants.ts';
import type { Place } from './constants.ts';
import { specifiedConstants } from './specification.ts';
import type { SpecifiedConstant } from './specification.ts';

/** One constant of the specification, with its places in code and tests. */
export interface ConstantLine extends SpecifiedConstant {
  readonly places: readonly Place[];
}

export function constantLines(): ConstantLine[] {
  return specifiedConstants().map((one) => ({ ...one, places: CONSTANTS[one.what] ?? [] }));
}
