/**
 * The place of each constant of §9, and the test that proves it. The key is the constant in the specification's table.
 * `in` is a file with the piece of source that contains the value; `test` is a file with a title, a part of one, or a
 * row.
 */
export interface Place {
  readonly in: readonly [file: string, source: string];
  readonly test: readonly [file: string, title: string];
  /** For a row with a second value in its text. */
  readonly value?: string;
  /**
   * A delay of a machine: the flow's tests check that every path through it fires at the exact millisecond and not 1 ms
   * before (tests/flows).
   */
  readonly delay?: readonly [flow: string, name: string];
}

/** Returns whether a piece of source contains the value as the specification writes it. */
export function isWrittenIn(source: string, value: string, unit: string): boolean {
  const digits = source.replaceAll(/[_,']/g, '');
  const factor = { s: 1_000, min: 60_000 }[unit] ?? 1;
  return value
    .replaceAll(',', '')
    .replaceAll("'", '')
    .split(/ to |, | & /)
    .every((part) => {
      const number = Number(part);
      const written = Number.isNaN(number) ? [part] : [String(number), String(number * factor)];
      return written.some((one) =>
        new RegExp(`(?<!\\d)${one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\d)`).test(digits),
      );
    });
}

const MACHINES = 'src/machines';

/** A delay of a machine: its model repeats the promise, and the tests of its paths verify it to the millisecond. */
function delay(flow: string, name: string, file: string, source: string): Place {
  return {
    in: [`${MACHINES}/${file}`, source],
    test: [`tests/flows/${flow}/${flow}.paths.test.tsx`, 'flowTests('],
    delay: [flow, name],
  };
}

export const CONSTANTS: Readonly<Record<string, readonly Place[]>> = {
  'time-out of a call': [
    {
      in: ['src/services/with-timeout.ts', 'TIME_OUT_MS = 10_000'],
      test: ['tests/services/api.test.ts', '§7, §9: a call without a response times out after exactly 10000 ms'],
    },
  ],
  'hero carousel': [delay('hero-carousel', 'step', 'home/hero-carousel.machine.ts', 'step: 5_000')],
  'category arrows': [
    {
      in: [`${MACHINES}/catalogue/category-nav.machine.ts`, 'STEP = 200'],
      test: ['tests/routes/category-nav.test.tsx', 'each scrolls by 200 px, up to the end of the strip'],
    },
  ],
  'search: pause after typing': [delay('search-box', 'debounce', 'catalogue/search-box.machine.ts', 'debounce: 300')],
  'search: minimum': [
    {
      in: ['src/rules/catalogue/search.ts', 'LEAST_CHARACTERS = 2'],
      test: ['tests/rules/search.test.ts', '§5 Search suggestions: "%s" gives suggestions: %s'],
    },
  ],
  'search: suggestions': [
    {
      in: ['src/rules/catalogue/search.ts', 'MOST_SUGGESTIONS = 8'],
      test: ['tests/rules/search.test.ts', '§5, §9: requests 8 suggestions, which is the maximum of the server'],
    },
    {
      in: ['contract/catalogue.ts', 'SUGGESTIONS = 8'],
      test: ['tests/rules/search.test.ts', '§5, §9: requests 8 suggestions, which is the maximum of the server'],
    },
  ],
  'page of the product list': [
    {
      in: ['src/rules/catalogue/list-query.ts', 'LIST_PAGE_SIZE = 12'],
      test: ['tests/rules/list-query.test.ts', 'A10, §9: requests twelve active products a page, newest first'],
    },
    {
      in: ['contract/catalogue.ts', 'PAGE_SIZE = 12'],
      test: ['tests/server/catalogue/product-list.test.ts', 'A10, U16: 12 per page, at most 48'],
    },
  ],
  'legacy fetch for filter options': [
    {
      in: ['server/modules/catalogue/product-filter.rules.ts', 'LEGACY_LIMIT = 1000'],
      test: ['tests/server/catalogue/product-list.test.ts', '1000 slim rows for the old filter call'],
    },
  ],
  'page of reviews': [
    {
      in: ['contract/rules/review-limits.ts', 'REVIEWS_PAGE = 10'],
      test: ['tests/server/reviews/reviews.test.ts', '§9, U15: pages have ten reviews, newest first'],
    },
  ],
  'comment of a review, at most': [
    {
      in: ['contract/rules/review-limits.ts', 'COMMENT_MAX = 500'],
      test: ['tests/rules/reviews.test.ts', 'cuts at 500 characters without splitting a character'],
    },
    {
      in: ['contract/rules/review-limits.ts', 'COMMENT_MAX = 500'],
      test: ['tests/server/reviews/reviews.test.ts', '§5: accepts 500 characters'],
    },
  ],
  'stars of a review': [
    {
      in: ['contract/reviews.ts', 'v.minValue(1), v.maxValue(5)'],
      test: ['tests/server/reviews/reviews.test.ts', 'no stars'],
    },
    {
      in: ['src/rules/catalogue/reviews.ts', 'STARS = [5, 4, 3, 2, 1]'],
      test: ['tests/views/reviews-shown.test.tsx', 'fills as many stars as were chosen'],
    },
  ],
  'page of the brand carousel': [
    {
      in: ['src/rules/home/home.ts', 'BRANDS_A_PAGE = 6'],
      test: ['tests/flows/hero-carousel/hero-carousel.requirements.test.tsx', '§9: pages of brands'],
    },
  ],
  'categories in the footer': [
    {
      in: ['src/rules/catalogue/categories.ts', 'TOP_CATEGORIES_REQUEST = { limit: 6,'],
      test: ['tests/flows/home-section/home-section.requirements.test.tsx', '§2 Footer, §9, A48: top categories'],
    },
  ],
  'flash deals on the home page': [
    {
      in: ['src/rules/home/home.ts', 'FLASH_DEALS = 4'],
      test: ['tests/flows/home-section/home-section.yaml', 'answers(5 deals)'],
    },
  ],
  'featured products': [
    {
      in: ['src/rules/home/home.ts', "FEATURED_REQUEST = { limit: 10, page: 1, featured: 'true' }"],
      test: ['tests/rules/paths.test.ts', '§7, §9, A11: the requests of the home page and the footer'],
    },
  ],
  "new arrivals; 'View All New Products' is linked from 8 on": [
    {
      in: ['src/rules/home/home.ts', "NEW_ARRIVALS_REQUEST = { limit: 10, sortBy: 'newest' }"],
      test: ['tests/rules/paths.test.ts', '§7, §9, A11: the requests of the home page and the footer'],
    },
    {
      value: '8',
      in: ['src/rules/home/home.ts', 'VIEW_ALL_NEW_FROM = 8'],
      test: ['tests/rules/paths.test.ts', '§7, §9, A11: the requests of the home page and the footer'],
    },
  ],
  "popular products; 'View All' is linked when the count reaches it": [
    {
      in: ['src/rules/home/home.ts', 'POPULAR_REQUEST = { limit: 5 }'],
      test: ['tests/rules/paths.test.ts', '§7, §9, A11: the requests of the home page and the footer'],
    },
    {
      in: ['src/rules/home/home.ts', 'VIEW_ALL_POPULAR_FROM = 5'],
      test: ['tests/rules/paths.test.ts', '§7, §9, A11: the requests of the home page and the footer'],
    },
  ],
  'price filter before any was chosen': [
    {
      in: ['src/rules/catalogue/price-range.ts', 'UNLOADED_RANGE: PriceRange = { min: 0, max: 10_000 }'],
      test: ['tests/flows/price-filter/price-filter.yaml', 'slider 0 to 10,000 (display only)'],
    },
  ],
  'rating filter before any was chosen': [
    {
      in: [`${MACHINES}/catalogue/filters.machine.ts`, 'rating: 0'],
      test: [
        'tests/flows/filters/filters.requirements.test.ts',
        'A8: the rating is 0 in the context and is never sent',
      ],
    },
  ],
  'price range where none is known': [
    {
      in: ['src/rules/catalogue/price-range.ts', 'NO_RANGE: PriceRange = { min: 0, max: 1_000_000 }'],
      test: ['tests/rules/price-range.test.ts', '§5 Price range, A6: the range of the server'],
    },
  ],
  'widening of an empty price range': [
    {
      in: ['src/rules/catalogue/price-range.ts', 'WIDENING = 1000'],
      test: ['tests/rules/price-range.test.ts', '§5 Price range, A6: the range of the server'],
    },
  ],
  'poll of a payment': [
    delay('mpesa-payment', 'pollInterval', 'payment/mpesa-payment.setup.ts', 'pollInterval: 3_000'),
  ],
  'a payment times out after': [
    {
      in: ['src/rules/payment/payment-times.ts', 'PAYMENT_TIMEOUT_MS = 600_000'],
      test: [
        'tests/flows/mpesa-payment/mpesa-payment.requirements.test.ts',
        '§4: checks every 3 s for 10 minutes, then stops',
      ],
      delay: ['mpesa-payment', 'paymentTimeout'],
    },
  ],
  "redirect after a payment's success": [
    delay('purchase', 'successRedirect', 'checkout/purchase.setup.ts', 'successRedirect: 2_000'),
  ],
  "reset after a payment's failure": [
    delay('purchase', 'failureReset', 'checkout/purchase.setup.ts', 'failureReset: 3_000'),
  ],
  code: [
    {
      in: ['contract/rules/otp.ts', 'OTP_LENGTH = 6'],
      test: [
        'tests/contract/rules.test.ts',
        '§4, §9: a code has six digits, expires after ten minutes and can be resent after one minute',
      ],
    },
  ],
  'lifetime of a code': [
    {
      in: ['contract/rules/otp.ts', 'OTP_LIFETIME_MS = 600_000'],
      test: ['tests/server/accounts/otp.test.ts', '§9 OTP: a code is valid for 600 s'],
      delay: ['phone-verification', 'codeLifetime'],
    },
  ],
  'code can be sent again after': [
    {
      in: ['contract/rules/otp.ts', 'OTP_RESEND_MS = 60_000'],
      test: [
        'tests/contract/rules.test.ts',
        '§4, §9: a code has six digits, expires after ten minutes and can be resent after one minute',
      ],
      delay: ['phone-verification', 'resendBlock'],
    },
  ],
  'password at sign-up, at least': [
    {
      in: ['contract/rules/password.ts', 'SIGN_UP_MINIMUM = 6'],
      test: ['tests/contract/rules.test.ts', '§9, A17: the minimum length and the maximum bytes of a password'],
    },
  ],
  'password at reset and change, at least; with upper case, lower case and a digit': [
    {
      in: ['contract/rules/password.ts', 'NEW_PASSWORD_MINIMUM = 8'],
      test: ['tests/contract/rules.test.ts', '§9, A17: the minimum length and the maximum bytes of a password'],
    },
  ],
  'message of a success disappears after': [
    delay('address-book', 'successClears', 'account/address-book.setup.ts', 'successClears: 5_000'),
    delay('change-password', 'successClears', 'account/change-password.machine.ts', 'successClears: 5_000'),
    delay('profile-form', 'successClears', 'account/profile-form.machine.ts', 'successClears: 5_000'),
  ],
  'message of an error disappears after': [
    delay('address-book', 'errorClears', 'account/address-book.setup.ts', 'errorClears: 8_000'),
    delay('change-password', 'errorClears', 'account/change-password.machine.ts', 'errorClears: 8_000'),
    delay('profile-form', 'errorClears', 'account/profile-form.machine.ts', 'errorClears: 8_000'),
  ],
  'redirect after a reset': [
    delay('reset-password', 'redirectAfter', 'account/reset-password.machine.ts', 'redirectAfter: 3_000'),
  ],
  'resend of the reset mail, at least': [
    delay('forgot-password', 'resendLook', 'account/forgot-password.machine.ts', 'RESEND_LOOK_MS = 1_500'),
  ],
  'redirect after an expired session in tracking': [
    delay('order-tracking', 'redirectAfterExpiry', 'orders/order-tracking.setup.ts', 'redirectAfterExpiry: 2_000'),
  ],
  'short id of an order': [
    {
      in: ['src/rules/orders/shown-order.ts', 'orderId.slice(0, 8)'],
      test: ['tests/rules/shown-order.test.ts', 'A33: the short id is the first 8 characters'],
    },
  ],
  'types of an address': [
    {
      in: ['src/rules/account/address-book.ts', "ADDRESS_TYPES = ['Home', 'Work', 'Other']"],
      test: ['tests/rules/address-book.test.ts', '§9, A32: the types and countries of an address'],
    },
  ],
  'age by the terms, at least': [
    {
      in: ['src/texts/pages/terms.tsx', 'You must be 18 years or older'],
      test: ['tests/routes/render.test.tsx', '§9, A46: the terms require 18 years'],
    },
  ],
  'the privacy policy excludes those under': [
    {
      in: ['src/texts/pages/privacy.tsx', 'not for children under 13'],
      test: ['tests/routes/render.test.tsx', 'the privacy policy excludes children under 13'],
    },
  ],
  'delivery promise': [
    {
      in: ['src/texts/home.ts', '24H delivery'],
      test: ['tests/flows/home-section/home-section.requirements.test.tsx', '§2 Home, U28: the promise strip'],
    },
  ],
  support: [
    {
      in: ['src/texts/home.ts', 'Support 24/7'],
      test: ['tests/flows/home-section/home-section.requirements.test.tsx', '§2 Home, U28: the promise strip'],
    },
  ],
  'text of the delivery location': [
    {
      in: ['src/texts/catalogue.ts', 'Nairobi & environs'],
      test: ['tests/views/readings/catalogue/product-detail.txt', 'Free delivery for Nairobi & environs'],
    },
  ],
  warranty: [
    {
      in: ['src/texts/catalogue.ts', '1-year manufacturer warranty'],
      test: ['tests/views/readings/catalogue/product-detail.txt', '1-year manufacturer warranty'],
    },
  ],
};
