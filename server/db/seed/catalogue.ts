export { brands, categories, demoProducts } from './catalogue/index.ts';
export type { SeedBrand, SeedCategory, SeedProduct, Specification } from './catalogue/index.ts';
