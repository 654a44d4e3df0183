/** What tells one product of a family from another: each value with what it does to the price. */
export interface Choice {
  readonly name: string;
  readonly values: readonly (readonly [value: string, factor: number])[];
  /** Models come in several of these: variants. Else each model has one. */
  readonly isOption?: boolean;
  /** Stands in the product's name too. */
  readonly inName?: boolean;
}

/** Products of one kind. Prices are whole shillings at the least of everything. */
export interface Family {
  readonly categories: readonly [widest: string, narrower: string];
  readonly noun: string;
  readonly price: number;
  /** Share of all products. */
  readonly weight: number;
  /** Brands with their price level and the names of their series. */
  readonly brands: readonly (readonly [name: string, level: number, series: readonly string[]])[];
  readonly choices: readonly Choice[];
  readonly sentences: readonly string[];
}

/** A choice of which every value costs the same. */
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
