/** Error messages about products. */

export const productNotFound = 'Product not found';
