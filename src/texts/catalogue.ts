/** Texts of product lists, filters, products and reviews (decision 0091). */

// filters
export const filtersRemoved = 'Some filters do not apply here and were removed.';
export const filters = 'Filters';
export const chosenFilters = (chosen: number) => `Filters (${chosen})`;
export const clearAllFilters = 'Clear All Filters';
export const showProducts = 'Show products';
export const clearAll = 'Clear all';
export const noFiltersAvailable = 'No filters available for current selection';
export const loadingFilters = 'Loading filters';
export const activeFilters = 'Active filters';
export const removeFilter = (name: string) => `Remove filter: ${name}`;
export const brand = 'Brand';
export const priceUpTo = (amount: string) => `Up to ${amount}`;
export const priceFrom = (amount: string) => `From ${amount}`;
export const priceBetween = (least: string, most: string) => `${least} to ${most}`;

// product-detail
export const productNotFoundReason = 'The shop may no longer sell it, or the address may be mistyped.';
export const failedToFetchProduct = 'Failed to fetch product';
export const productNotFound = 'Product Not Found';
export const product = 'Product';
export const loadingProduct = 'Loading product';
export const goToHome = 'Go To Home';
export const description = 'Description';
export const categoryIs = (category: string) => `Category: ${category}`;
export const brandIs = (brand: string) => `Brand: ${brand}`;
export const youSave = (amount: string) => `You save ${amount}`;
export const dealUntil = (time: string) => `Deal price until ${time}`;
export const addToCart = 'Add to Cart';
export const orderNow = 'Order Now';
export const securePayment = 'Secure payment';
export const freeDelivery = 'Free delivery for Nairobi & environs';
export const warranty = '1-year manufacturer warranty';
export const soldOut = 'SOLD OUT';
export const outOfStock = ' Out of stock';
export const inStock = 'In stock';

// product-list
export const failedToLoadProducts = 'Failed to load products';
export const listDescription = (heading: string) =>
  `${heading} at believable prices, delivered across Kenya. Pay on delivery.`;
export const newest = 'Newest';
export const priceLowToHigh = 'Price: Low to High';
export const priceHighToLow = 'Price: High to Low';
export const highestRated = 'Highest Rated';
export const loadingProducts = 'Loading products';
export const pageNumber = (page: number, pages: number) => `Page ${page} of ${pages}`;
export const addedToCart = (name: string, pieces: number) => `${name} added to cart, ${pieces} in cart`;
export const layout = 'Layout';
export const gridLayout = 'Grid';
export const listLayout = 'List';
export const sortBy = 'Sort by';
export const bestMatch = 'Best match';
export const noProductsFound = 'No products found';
export const noDealAvailable = 'No deal available';
export const products = 'Products';
export const oneProduct = '1 product';
export const severalProducts = (total: number) => `${total} products`;
export const productsForSearch = (products: string, search: string) => `${products} for “${search}”`;

// reviews
export const failedToLoadReviews = 'Failed to load reviews';
export const eligibilityUnknown = 'Unable to verify review eligibility.';
export const ratingAndCommentRequired = 'Please provide both a rating and a comment';
export const failedToSubmitReview = 'Failed to submit review. Please try again.';
export const yourReview = 'Your review';
export const reviews = 'Reviews';
export const noReviewsYet = 'No reviews yet';
export const summaryOfTheReviews = 'Summary of the reviews';
export const oneReview = '1 review';
export const severalReviews = (total: number) => `${total} reviews`;
export const fromLoaded = (reviews: number) => `from ${reviews} loaded`;

// reviews-tab
export const loadingReviews = 'Loading reviews';

// categories
export const failedToFetchCategories = 'Failed to fetch categories';
export const failedToLoadCategories = 'Failed to load categories';

// flash-deals
export const failedToFetchFlashDeals = 'Failed to fetch flash deals';
export const failedToLoadFlashDeals = 'Failed to load flash deals. Please try again later.';

// list-query
export const flashDeals = 'Flash Deals';
export const allProducts = 'All Products';

// category-nav
export const categories = 'Categories';
export const scrollCategoriesLeft = 'Scroll categories left';
export const scrollCategoriesRight = 'Scroll categories right';

// gallery
export const pictureNumber = (name: string, picture: number, pictures: number) =>
  `${name}, picture ${picture} of ${pictures}`;
export const showPicture = (picture: number) => `Show picture ${picture}`;

// price-filter
export const price = 'Price';
export const pending = 'Pending';
export const active = 'Active';
export const priceRangeNotAvailable = 'Price range not available';
export const priceFilter = 'Price filter';
export const minPrice = 'Min (Ksh)';
export const maxPrice = 'Max (Ksh)';
export const applyPriceFilter = 'Apply Price Filter';
export const clearPriceFilter = 'Clear Price Filter';
export const minimumPrice = 'Minimum price';
export const maximumPrice = 'Maximum price';

// product-tabs
export const aboutThisProduct = 'About this product';
export const productSpecifications = 'Product Specifications';
export const productReviews = 'Product Reviews';

// review-form
export const writeAReview = 'Write a Review';
export const yourRating = 'Your rating';
export const reviewTitle = 'Title';
export const reviewComment = 'Comment';
export const nameIsShown = 'Your name is shown with your review.';
export const submitReview = 'Submit Review';
export const cancel = 'Cancel';
export const oneStar = '1 star';
export const severalStars = (stars: number) => `${stars} stars`;

// review-list
export const loadMoreReviews = 'Load More Reviews';
export const allReviewsShown = (total: number) => `All ${total} reviews are shown.`;
export const verifiedPurchase = 'Verified purchase';

// search-box
export const searchProducts = 'Search products';
export const search = 'Search';
export const suggestions = 'Suggestions';
export const nothingFoundFor = (query: string) => `No products found for "${query}"`;
export const searchAnyway = 'Search anyway';
export const oneSuggestion = '1 suggestion';
export const severalSuggestions = (suggestions: number) => `${suggestions} suggestions`;

// write-review
export const logInToReview = 'Log in to write a review.';
export const purchaseFirst = 'You must purchase this product before you can review it.';
export const purchasersOnly = 'Only verified purchasers can leave reviews to ensure authenticity and quality.';
export const thankYou = 'Thank you for your review.';
export const alreadyReviewed = 'You have already reviewed this product.';
export const cannotReview = 'You cannot review this product at this time.';
