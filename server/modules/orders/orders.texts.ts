/** Messages about orders (§8). */

export const notFound = 'Order not found';
export const notYours = 'You are not authorized to view this order';

// placing
export const beingPlaced = 'Your order is being placed. Please wait a moment.';
export const keyUsed = 'This key was already used for another order.';
export const placedOtherwise = 'This order was already placed with another payment method.';
export const changed = 'Some prices or stock have changed. Please review your order.';
export const onlyLeft = (stock: number) => `Only ${stock} left`;
export const tooManyPieces = (most: number, name: string) =>
  `You can have at most ${most} ${most === 1 ? 'piece' : 'pieces'} of ${name} in your open orders. Please order fewer, or wait until an order is delivered.`;

// delivery
export const deliveryMethodsDiffer = 'The delivery method of the order and of its address differ.';
export const stationsDiffer = 'The pickup stations of the order and of its address differ.';
export const stationForParcel = 'A parcel to your door has no pickup station.';
export const provideAddress = 'Please provide your delivery address';
export const selectStation = 'Please select a pickup station';
export const selectLocation = 'Please select your pickup location';

// cancelling, changing
export const paidNotCancelled = 'A paid order can no longer be cancelled here.';
export const cannotBeCancelled = 'This order can no longer be cancelled.';
export const methodFixed = 'The payment method of this order can no longer be changed.';
export const alreadyPaid = 'This order has already been paid.';
export const replacedFixed = 'The order that this one replaces can no longer be changed.';
export const paymentOpen = 'A payment for this order is still open.';
