/** Messages about saved addresses (§8). */

export const added = 'Address added successfully!';
export const updated = 'Address updated successfully!';
export const deleted = 'Address deleted successfully!';
export const defaultUpdated = 'Default address updated successfully!';
export const notFound = 'Address not found';
export const tooMany = 'You cannot save more addresses.';
