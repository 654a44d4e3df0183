/** A property that varies between products of a family, with a price factor per value. */
export interface Choice {
  readonly name: string;
  readonly values: readonly (readonly [value: string, factor: number])[];
  /** Whether a model has variants with several values. Otherwise each model has one value. */
  readonly isOption?: boolean;
  /** Whether the value is part of the product name. */
  readonly inName?: boolean;
}

/** A kind of product. The price is the lowest one, in whole shillings. */
export interface Family {
  readonly categories: readonly [widest: string, narrower: string];
  readonly noun: string;
  readonly price: number;
  /** Share of all products. */
  readonly weight: number;
  /** Brands with their price level and series names. */
  readonly brands: readonly (readonly [name: string, level: number, series: readonly string[]])[];
  readonly choices: readonly Choice[];
  readonly sentences: readonly string[];
}

/** A choice whose values all cost the same. */
export const colour = (...values: string[]): Choice => ({
  name: 'Colour',
  isOption: true,
  inName: true,
  values: values.map((value) => [value, 1] as const),
});
export const spec = (
  name: string,
  values: Choice['values'],
  more: Pick<Choice, 'isOption' | 'inName'> = {},
): Choice => ({
  name,
  values,
  ...more,
});
/** An option that is part of the name. */
export const both = { isOption: true, inName: true };
