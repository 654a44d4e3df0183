/** Texts of the cart and the wishlist (decision 0091). */

// cart
export const yourCart = 'Your Cart';
export const allSoldOut = 'Everything in your cart is sold out. Please choose something else.';
export const tooManyProducts = (most: number, extra: number) =>
  `One order takes at most ${most} different products. Please remove ${extra} to go on.`;
export const tooMuchMoney = (most: string, excess: string) =>
  `One order comes to at most ${most}. Please remove items worth ${excess} to go on.`;
export const loadingYourCart = 'Loading your cart';
export const cartNotSaved = 'Your browser does not let us save the cart. It is kept until you close this page.';
export const yourCartIsEmpty = 'Your cart is empty';
export const continueShopping = 'Continue Shopping';
export const pricesOrStockChanged = 'Prices or stock have changed since you added these items.';
export const items = 'Items';
export const delivery = 'Delivery';
export const free = 'Free';
export const itemsInYourCart = 'Items in your cart';
export const soldOut = 'SOLD OUT';
export const quantityLabel = (quantity: number) => `Quantity ${quantity}`;

// wishlist
export const yourWishlist = 'Your Wishlist';
export const loadingYourWishlist = 'Loading your wishlist';
export const wishlistNotSaved = 'Your browser does not let us save the wishlist. It is kept until you close this page.';
export const yourWishlistIsEmpty = 'Your wishlist is empty.';
export const seeAllProducts = 'See All Products';
export const pressTheHeart = 'Press the heart of a product to keep it here.';
export const productsInYourWishlist = 'Products in your wishlist';
export const addNameToCart = (name: string) => `Add to Cart: ${name}`;
export const addToCart = 'Add to Cart';
export const addedToCart = (name: string, pieces: number) => `${name} added to cart, ${pieces} in cart`;
export const piecesInCart = (pieces: number) => `${pieces} in cart`;

// changes-list
export const changeSoldOut = 'sold out';
export const changePrice = (was: string, now: string) => `was ${was}, now ${now}`;
export const changeLeft = (stock: number) => `only ${stock} left`;

// proceed
export const proceedToCheckout = 'Proceed to Checkout';
export const loginToCheckout = 'Login to Checkout';

// summary
export const orderSummary = 'Order Summary';
export const total = 'Total';
