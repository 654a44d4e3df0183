/** Texts of the home page (decision 0091). */

// home
export const pageDescription = (tagline: string) =>
  `${tagline}: phones, laptops, TVs and appliances with 24H delivery, affordable prices and support 24/7.`;
export const failedToLoadBanners = 'Failed to load banners';
export const failedToLoadFlashDeals = 'Failed to load flash deals. Please try again later.';
export const failedToLoadNewArrivals = 'Failed to load new arrivals. Please try again later.';
export const failedToLoadBrands = 'Failed to load brands';
export const unableToLoadProducts = 'Unable to load products at this time.';
export const failedToLoadFeaturedProducts = 'Failed to load featured products';
export const failedToFetchFlashDeals = 'Failed to fetch flash deals';
export const fastDelivery = '24H delivery';
export const affordablePrices = 'Affordable prices';
export const securePayment = 'Secure payment';
export const supportDayAndNight = 'Support 24/7';

// brand-carousel
export const topBrands = 'Top Brands';
export const previousBrands = 'Previous brands';
export const nextBrands = 'Next brands';

// flash-countdown
export const timeLeft = 'Time left';

// hero-carousel
export const offers = 'Offers';
export const bannerPosition = (banner: number, banners: number) => `${banner} of ${banners}`;
export const previousBanner = 'Previous banner';
export const showBanner = (banner: number) => `Show banner ${banner}`;
export const nextBanner = 'Next banner';
export const pauseTheBanners = 'Pause the banners';
export const playTheBanners = 'Play the banners';
export const seeMore = 'See more';

// home-section
export const flashDeals = 'Flash Deals';
export const noFlashDeals = 'No flash deals available at the moment. Check back later!';
export const newArrivals = 'New Arrivals';
export const noNewArrivals = 'No new products yet.';
export const viewAllNewProducts = 'View All New Products';
export const tryRefreshing = 'Please try refreshing the page';
export const mostPopularProducts = 'Most Popular Products';
export const noPopularProducts = 'No popular products available yet.';
export const failedToLoadProducts = 'Failed to load products';
export const viewAll = 'View All';
export const featuredProducts = 'Featured Products';
export const noFeaturedProducts = 'No featured products available at the moment.';
export const addedToCart = (name: string, pieces: number) => `${name} added to cart, ${pieces} in cart`;
export const loadingSection = (title: string) => `Loading ${title}`;
