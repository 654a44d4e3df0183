export { brands, categories, demoProducts } from './catalogue/index.ts';
