/** Texts of orders (decision 0091). */

// order-tracking
export const orderIdIsRequired = 'Order ID is required';
export const anotherPayment = 'Another payment is under way. Please finish it first.';
export const trackYourOrder = 'Track Your Order';
export const statusOrderPlaced = 'Order Placed';
export const processing = 'Processing';
export const shipped = 'Shipped';
export const delivered = 'Delivered';
export const paymentConfirmed = 'Payment Confirmed';
export const statusUpdated = (status: string) => `Status Updated to ${status}`;
export const orderDelivered = 'Order Delivered';
export const noSuchOrder = 'No order of yours has this number. Check it, or choose one of your orders.';
export const notAuthorized = 'You are not authorized to view this order';
export const failedToFetchOrderDetails = 'Failed to fetch order details';
export const accessDenied = 'Access Denied';
export const orderNotFound = 'Order Not Found';
export const loadingYourOrder = 'Loading your order';
export const sessionExpired = 'Your session has expired. Please log in again.';
export const viewYourOrders = 'View Your Orders';
export const viewAllOrders = 'View All Orders';

// order-success
export const orderPlaced = 'Order placed';
export const continueShopping = 'Continue Shopping';
export const viewOrders = 'View Orders';
export const ordersInProfile = 'You can see all your orders in your profile.';
export const lookingForYourOrder = 'Looking for your order';
export const successfullyPlaced = 'Your order is successfully placed';

// cancel-order
export const notCancelled = 'The order could not be cancelled. Please try again.';
export const promptStillOpen =
  'If a payment request is still on your phone, do not enter your PIN. Money that comes all the same goes back to you.';
export const cannotBeCancelled = 'This order can no longer be cancelled.';
export const cancelQuestion = 'Do you want to cancel this order? This cannot be undone.';
export const cancelQuestionWithPrompt = (question: string) =>
  `${question} If a payment request is on your phone, do not enter your PIN.`;
export const cancelQuestionWithPart = (question: string, paid: string) =>
  `${question} The ${paid} that you have paid goes back to you.`;
export const hasBeenCancelled = 'This order has been cancelled.';
export const cancelOrder = 'Cancel order';
export const keepOrder = 'Keep order';

// order-list
export const failedToLoadOrderHistory = 'Failed to load order history';
export const failedToLoadData = 'Failed to load data';

// reorder
export const noneCanBeOrdered = 'None of these items can be ordered any more.';
export const itemsNotChecked = 'We could not check these items. Please try again.';
export const noLongerSold = (name: string) => `${name} is no longer sold.`;
export const itemSoldOut = (name: string) => `${name} is sold out.`;
export const onlySomeLeft = (stock: number, name: string, quantity: number) =>
  `Only ${stock} of ${name} left; you had ordered ${quantity}.`;
export const costsNow = (name: string, now: string, before: string) =>
  `${name} costs ${now} now (${before} when you ordered it).`;

// shown-order
export const pending = 'Pending';
export const cancelled = 'Cancelled';
export const notPaidInTime = 'Not paid in time.';
export const paid = 'Paid';
export const notPaid = 'Not paid';
export const paidInPart = 'Paid in part';
export const received = 'Received';
export const stillToPay = 'Still to pay';
export const pendingPayment = 'Pending Payment';
export const receiptNumberFollows = 'Receipt number follows';

// parcel-words
const again = (isAgain: boolean) => (isAgain ? ' again' : '');
export const onItsWayAgain = 'Your parcel is on its way again.';
export const onItsWayTo = (station: string, isAgain: boolean) =>
  `Your parcel is on its way to ${station}${again(isAgain)}. We send you a message when it is ready.`;
export const listedOnItsWayAgain = 'On its way again.';
export const listedOnItsWayTo = (station: string, isAgain: boolean) => `On its way to ${station}${again(isAgain)}.`;
export const payAtDoor = (sum: string) => `You pay ${sum} when you get the parcel.`;
export const payAtCounter = (sum: string) => `You pay ${sum} when you collect it.`;
export const readyForPickup = (station: string) =>
  station === '' ? 'Your order is ready for pickup.' : `Your order is ready for pickup at ${station}.`;
export const listedReadyForPickup = (station: string, until: string) =>
  `Ready for pickup${station === '' ? '' : ` at ${station}`}${until === '' ? '' : ` until ${until}`}.`;
export const collectBy = (until: string) => `Please collect it by ${until}.`;
export const codeFollows = 'We are sending you the collection code. You have 7 days from then.';
export const bringCode = 'Bring the 6-digit code from our SMS or e-mail, or your identity card.';
export const listedBringCode = 'Bring the code from our message, or your identity card.';
export const keepCode = 'Give the code only to the staff at the counter.';
export const lostCode = (number: string) => `Lost the code? Call ${number}, and we send you a new one.`;
export const parcelRefused = 'The parcel could not be handed over, so it goes back to the shop.';
export const parcelUncollected = 'The parcel was not collected within 7 days, so it goes back to the shop.';
export const stillWanted = (number: string) =>
  `Do you still want it? Call ${number}, and we tell you what is possible.`;
export const listedStillWanted = (number: string) => `Do you still want it? Call ${number}.`;
export const checkedFirst = 'If it stays with us, we check the products before we refund you.';
export const nothingUnlessParcel = 'You have nothing to pay unless you get the parcel.';
export const collectedAt = (station: string) => `You collected this order at ${station}.`;
export const gotInShop = 'You got this order in the shop.';
export const parcelLost = 'We are sorry: the parcel was lost on its way to you.';
export const parcelReturned = 'The parcel came back to the shop.';
export const nothingToPay = 'You have nothing to pay.';
export const besideReady = 'Ready for pickup';
export const besideWayBack = 'Goes back to the shop';
export const stepReady = 'Ready for Pickup';
export const stepRefused = 'Not Handed Over';
export const stepUncollected = 'Not Collected';
export const stepResent = 'Sent Again';
export const stepLost = 'Parcel Lost';
export const stepReturned = 'Back in the Shop';

// choose-order
export const chooseOrderLead = 'Type the number of your order, or choose one of your orders.';
export const orderNumber = 'Order number';
export const orderIdField = 'Order ID';
export const trackOrder = 'Track Order';
export const yourOrders = 'Your orders';
export const loadingYourOrders = 'Loading your orders';
export const noOrdersYet = "You haven't placed any orders yet.";
export const startShopping = 'Start Shopping';
export const orderLabel = (id: string) => `Order ${id}`;

// order-card
export const placedOn = 'Placed ';
export const paidOn = 'Paid ';
export const payBy = (time: string) => `Pay by ${time}, or the order is cancelled.`;
export const payRestBy = (due: string, time: string) =>
  `Pay the rest of ${due} by ${time}, or the order is cancelled and your money goes back to you.`;
export const orderButton = (text: string, id: string) => `${text}, order ${id}`;
export const payWithMPesa = 'Pay with M-Pesa';
export const payByHand = 'Pay by hand';
export const trackMyOrder = 'Track My Order';
export const trackPackage = 'Track Package';
export const orderAgain = 'Order again';
export const viewDetails = 'View Details';

// order-details
export const mPesaExpress = 'M-Pesa Express';
export const cashOnDelivery = 'Cash on Delivery';
export const homeDelivery = 'Home delivery';
export const pickup = 'Pickup';
export const paymentMethod = 'Payment method';
export const payment = 'Payment';
export const mPesaReceipt = 'M-Pesa receipt';
export const delivery = 'Delivery';
export const phone = 'Phone';
export const trackingNumber = 'Tracking number';
export const items = 'Items';
export const shipping = 'Shipping';
export const free = 'Free';
export const tax = 'Tax';
export const total = 'Total';

// order-items
export const quantityLabel = (quantity: number) => `Quantity ${quantity}`;

// parcel
export const openingHours = 'Opening hours';

// order-progress
export const orderCancelled = 'Order Cancelled';
export const progress = 'Progress';

// order-ways
export const timeToPayOver = 'The time to pay for this order is over.';
export const noPromptCame = 'No prompt came? What you can try';
export const sendToPhone = (number: string) => `Send to ${number}`;
export const inTime = (time: string) => `in ${time}`;

// shipping-address
export const pickupStation = 'Pickup station';
export const shippingAddress = 'Shipping address';

// tracked-order
export const shippingInformation = 'Shipping Information';
export const customerInformation = 'Customer Information';
export const name = 'Name';
export const orderStatus = 'Order Status';
export const orderItems = 'Order Items';
export const orderTimeline = 'Order Timeline';
export const itemsTotal = 'Items Total';
export const paymentStatus = 'Payment Status';
export const verifyYourPhoneNumber = 'Verify Your Phone Number';
