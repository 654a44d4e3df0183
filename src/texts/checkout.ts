/** Texts of the checkout (decision 0091). */

// checkout
export const failedToLoadUserData = 'Failed to load user data';
export const checkout = 'Checkout';
export const loadingYourCart = 'Loading your cart';
export const loginToOrder = 'Please login to complete your order';
export const fillInRequiredFields = 'Please fill in all required fields';
export const provideAddress = 'Please provide your delivery address';
export const selectLocation = 'Please select your pickup location';
export const selectStation = 'Please select a pickup station';
export const yourCartIsEmpty = 'Your cart is empty';
export const continueShopping = 'Continue Shopping';
export const loadingYourDetails = 'Loading your details';
export const oneMoment = 'One moment';
export const login = 'Login';
export const pricesOrStockChanged = 'Prices or stock have changed since you added these items.';
export const orderItems = 'Order Items';
export const itemsInYourOrder = 'Items in your order';
export const soldOut = 'SOLD OUT';
export const mPesaExpress = 'M-Pesa Express';
export const payWithYourPhone = 'Pay with your phone';
export const cashOnDelivery = 'Cash on Delivery';
export const payOnArrival = 'Pay when your order arrives';
export const paymentMethod = 'Payment method';
/** Beside M-Pesa, before the first press (PAY-M2, PAY-M3). */
export const prompts: Readonly<Record<'slow' | 'closed', string>> = {
  slow: 'M-Pesa is slow right now.',
  closed: 'M-Pesa prompts do not work right now.',
};
export const helpOrCash = 'Choose Cash on Delivery, or ';
export const helpBefore = 'Need help? Please ';
export const helpLink = 'contact us';
export const payWithMPesa = 'Pay with M-Pesa';
export const confirmOrder = 'Confirm Order';
export const subtotal = 'Subtotal';
export const delivery = 'Delivery';
export const free = 'Free';
export const tax = 'Tax';
export const vatIncluded = 'VAT included';
export const agreeBefore = 'By placing your order you agree to our ';
export const agreeTermsLink = 'Terms of Service';
export const agreeBetween = ' and';
export const agreePrivacyLink = 'Privacy Policy';

// delivery
export const failedToLoadStations = 'Failed to load pickup stations for this location';
export const deliveryMethod = 'Delivery method';
export const freeDelivery = 'Free delivery';
export const toYourDoor = 'To your door';
export const freePickup = 'Free pickup';
export const nearYou = 'From a pickup station near you';
export const estimatedDelivery = (estimate: string) => `Estimated delivery: ${estimate}`;

// order-placement
export const failedToPlaceOrder = 'Failed to place order';
export const checkingOrder = 'Checking whether your order went through…';

// pickup
export const pickupStation = 'Pickup station';
export const oneStationIn = (town: string) => `1 pickup station in ${town}`;
export const stationsIn = (count: number, town: string) => `${count} pickup stations in ${town}`;
export const searchStations = 'Search towns and stations';
export const searchStationsHint = 'For example Westlands or Nyali';
export const stationIn = (town: string, county: string) => `Station in ${town}, ${county}`;
export const county = 'County';
export const chooseACounty = 'Choose a county';
export const town = 'Town';
export const chooseATown = 'Choose a town';
export const loadingStations = 'Loading pickup stations';
export const tryStationsAgain = 'Try Again';
export const chooseCountyAndTown = 'Choose a county and a town to see its stations.';
export const noStations = 'No pickup stations found for this location';
export const oneResult = '1 result';
export const severalResults = (count: number) => `${count} results`;
export const nothingFoundFor = (query: string) => `No town or station found for “${query}”`;

// details
export const fullName = 'Full Name';
export const phoneNumber = 'Phone Number';
export const streetAddress = 'Street Address';
export const city = 'City';
export const country = 'Country';
export const kenyaOnly = 'We deliver within Kenya only.';
export const savedAsNewDefault = 'This address will be saved as your new default address.';
export const saveAsDefault = 'Save as my default address';
export const whoPicksItUp = 'Who picks it up';
export const deliveryDetails = 'Delivery Details';

// purchase
export const verifyYourPhoneNumber = 'Verify Your Phone Number';
export const tryPaymentAgain = 'Try again';
export const placingYourOrder = 'Placing your order';
export const paymentReceived = 'Payment received. Thank you!';
export const paymentReceivedWithRest = (amount: string) => `Payment received. ${amount} goes back to you.`;

// review-changes
export const reviewYourOrder = 'Review your order';
export const reviewChanges = 'Some prices or stock have changed. Please review your order.';
export const back = 'Back';
export const accept = 'Accept';

// stations
export const openingHours = 'Opening hours';
