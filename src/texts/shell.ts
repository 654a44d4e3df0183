/** Texts of the frame around all pages (decision 0091). */

// contact
export const messageNotSent = 'Your message could not be sent. Please try again, or call us.';
export const messageSent = 'Thank you. Your message was sent, and we will answer by e-mail.';
export const writeAnotherMessage = 'Write Another Message';
export const messageToTheShop = 'Message to the shop';
export const yourName = 'Your name';
export const email = 'Email';
export const message = 'Message';
export const sendMessage = 'Send Message';

// connection
export const offline = 'Offline';

// footer
export const footerShop = 'Shop';
export const checkout = 'Checkout';
export const trackOrder = 'Track Order';
export const customerService = 'Customer Service';
export const aboutUs = 'About Us';
export const followUs = 'Follow us';
export const topCategoriesLabel = 'Top categories';
export const topCategories = 'Top Categories';
export const quickLinksLabel = 'Quick links';
export const quickLinks = 'Quick Links';
export const popularTagsLabel = 'Popular tags';
export const popularTags = 'Popular Tags';
export const termsOfService = 'Terms of Service';
export const privacyPolicy = 'Privacy Policy';
export const returns = 'Returns';
export const contact = 'Contact';

// header
export const logoHome = 'home';
export const welcomeAndHelp = 'Welcome and help';
export const welcomeByName = (name: string) => `Welcome ${name}`;
export const welcome = 'Welcome to our shop';
export const allOffers = 'All Offers';
export const login = 'Login';
export const signUp = 'Sign Up';
export const profile = 'Profile';
export const myProfile = 'My Profile';
export const logout = 'Logout';
export const cart = 'Cart';
export const closeMenu = 'Close menu';
export const menu = 'Menu';
export const labelWithItems = (label: string, count: number) => `${label}, ${count} ${count === 1 ? 'item' : 'items'}`;
export const mainNavigation = 'Main';
export const home = 'Home';
export const allProducts = 'All Products';
export const call = (number: string) => `Call ${number}`;

// not-found
export const pageNotFound = 'Page not found';
export const goBack = 'Go Back';
export const goToHome = 'Go To Home';
export const pageNotFoundReason = 'The address may be mistyped, or the page has moved.';

// root-error
export const youAreOffline = 'You are offline';
export const somethingWentWrong = 'Something went wrong on this page';
export const cartIsSafeOffline = 'Your cart is safe. Try again when you are back online.';
export const cartIsSafe = (number: string) => `Your cart is safe. If this happens again, call us: ${number}`;
export const reloadThePage = 'Reload the page';

// shell
export const skipToContent = 'Skip to content';
export const noJavaScript =
  'JavaScript is off in this browser. You can look around; the cart, the login and the checkout need it.';

// static-page
export const phoneBefore = 'Phone: ';
export const emailBefore = 'E-mail: ';
export const addressBefore = 'Address: ';

// wishlist-link
export const wishlist = 'Wishlist';
