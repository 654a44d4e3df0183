/** What the server says of products. */

export const productNotFound = 'Product not found';
