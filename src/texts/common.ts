/** Texts of parts that belong to no area (decision 0091). */

// failure
export const setupFailed = 'Account setup completion failed';
export const registrationFailed = (text: string) => `Registration failed: ${text}`;

// breadcrumb
export const breadcrumb = 'Breadcrumb';

// field
export const optional = ' (optional)';

// heart
export const wishlistProduct = (name: string) => `Wishlist: ${name}`;
export const wishlist = 'Wishlist';

// modal
export const close = 'Close';
export const discardYourChanges = 'Discard your changes?';
export const changesNotSaved = 'What you changed here is not saved.';
export const keepEditing = 'Keep editing';
export const discard = 'Discard';

// notice
export const dismiss = 'Dismiss';

// pagination
export const pages = 'Pages';
export const previous = 'Previous';
export const pageBefore = 'Page ';
export const next = 'Next';

// password-field
export const hide = 'Hide';
export const show = 'Show';

// pick-search
export const searchResults = 'Search results';

// price
export const wasPriceBefore = ', was ';

// product-card
export const soldOut = 'SOLD OUT';
export const allInCart = (pieces: number) => `All ${pieces} in cart`;
export const piecesInCart = (pieces: number) => `${pieces} in cart`;
export const addNameToCart = (name: string) => `Add to Cart: ${name}`;
export const addToCart = 'Add to Cart';

// Rating and stars.
export const ratedStars = (stars: number) => `Rated ${stars} of 5`;
export const noReviewsYet = 'No reviews yet';
export const rated = (rating: string, count: number) => `Rated ${rating} of 5 by ${count}`;

// remove-button
export const removeNamed = (name: string) => `Remove ${name}`;
export const remove = 'Remove';

// request-id
export const requestId = (id: string) => `Request ${id}`;

// retry-button
export const tryAgain = 'Try Again';

// stepper
export const quantityLabel = (name: string) => `Quantity of ${name}`;
export const decreaseQuantity = 'Decrease quantity';
export const increaseQuantity = 'Increase quantity';
export const onlyLeft = (count: string) => `Only ${count} left`;
export const atMost = (count: string) => `At most ${count}`;
export const quantity = 'Quantity';
