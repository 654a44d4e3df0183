/** Messages about reviews (§8). */

export const purchaseFirst = 'You must purchase this product before you can review it.';
export const alreadyReviewed = 'You have already reviewed this product.';
export const notFound = 'Review not found';
