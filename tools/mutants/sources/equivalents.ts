import type { SourceKind } from './create-mutants.ts';
import { SERVER } from './server-equivalents.ts';

type Reasons = Readonly<Record<string, string>>;

const RULES: Reasons = {
  'src/rules/cart/cart.ts: one side: stock !== null && stock > 0 -> its right': 'null > 0 is false',
  "src/rules/checkout/estimate.ts: text: '' -> 'Another text'": 'no county has this name',
  'src/rules/checkout/estimate.ts: comparison: end > 0 -> >=': 'an empty text is not a name',
  'src/rules/checkout/estimate.ts: comparison: start < end -> <=': 'an empty text is not a name',
  'src/rules/checkout/checkout.ts: comparison: one.product < other.product -> <=': 'a cart has one line per product',
  'src/rules/checkout/order-form.ts: boolean: false -> true':
    'only a limit of the cash total names it, and there is none',
  "src/rules/failure-kinds.ts: one side: typeof data === 'object' && data !== null && 'orderStatus… -> its left (2)":
    'a missing status is not cancelled',
  "src/rules/failure.ts: one side: 'message' in error && typeof error.message === 'string' -> its right":
    'a missing message is not a text',
  'src/rules/payment/stored-payment.ts: condition: text === null -> false':
    'JSON.parse(null) is null, which is rejected',
  "src/rules/payment/stored-payment.ts: condition: typeof value !== 'object' || value === null -> false":
    'a value that is not an object has no fields, or throws inside the try',
  "src/rules/payment/stored-payment.ts: one side: typeof value !== 'object' || value === null -> its left":
    'a value that is not an object has no fields, or throws inside the try',
  "src/rules/payment/stored-payment.ts: one side: typeof value !== 'object' || value === null -> its right":
    'a value that is not an object has no fields, or throws inside the try',
  'src/rules/payment/stored-payment.ts: answer dropped: false':
    'a value that is not an object has no fields, or throws inside the try',
  "src/rules/payment/stored-payment.ts: one side: typeof value === 'object' && value !== null && 'orderId' … -> its right (2)":
    'a value that is not an object has no fields, or throws inside the try',
  "src/rules/payment/stored-payment.ts: one side: typeof value === 'object' && value !== null && 'orderId' … -> its left (3)":
    'a value that is not an object has no fields, or throws inside the try',
  "src/rules/payment/stored-payment.ts: one side: typeof value === 'object' && value !== null && 'orderId' … -> its right (3)":
    'a value that is not an object has no fields, or throws inside the try',
  "src/rules/payment/stored-payment.ts: one side: typeof value === 'object' && value !== null -> its left":
    'a value that is not an object has no fields, or throws inside the try',
  "src/rules/payment/stored-payment.ts: one side: typeof value === 'object' && value !== null -> its right":
    'a value that is not an object has no fields, or throws inside the try',
  "src/rules/payment/stored-payment.ts: condition: typeof value !== 'object' || value === null -> false (2)":
    'a value that is not an object has no fields, or throws inside the try',
  "src/rules/payment/stored-payment.ts: one side: typeof value !== 'object' || value === null -> its left (2)":
    'a value that is not an object has no fields, or throws inside the try',
  "src/rules/payment/stored-payment.ts: one side: typeof value !== 'object' || value === null -> its right (2)":
    'a value that is not an object has no fields, or throws inside the try',
  'src/rules/payment/stored-payment.ts: answer dropped: false (2)':
    'a value that is not an object has no fields, or throws inside the try',
  'src/rules/catalogue/list-query.ts: number: 1 + 1': 'a missing page is 1',
  "src/rules/catalogue/list-query.ts: text: '&' -> '' (2)":
    'values are encoded, so different lists give different texts',
  'src/rules/catalogue/list-query.ts: one side: text === null || !/^\\d{1,9}$/.test(text) -> its right':
    "the text 'null' is not a number",
  'src/rules/catalogue/list-query.ts: one side: text === null || !/^-?\\d{1,9}$/.test(text) -> its right':
    'the text null is not a number',
  'src/rules/pagination.ts: one side: before !== undefined && number - before > 1 -> its right':
    'undefined makes NaN, which is not above 1',
  "src/rules/payment/push-refusal.ts: one side: status === ofStatus && typeof data === 'object' && data !… -> its left":
    'spreading null adds nothing',
  "src/rules/payment/push-refusal.ts: one side: typeof retryAfter === 'number' && retryAfter > 0 -> its right":
    'Number.isFinite accepts numbers only',
  'src/rules/stored.ts: condition: text === null -> false': 'JSON.parse(null) is null',
  "src/rules/stored.ts: one side: typeof value === 'number' && Number.isSafeInteger(value) -> its right":
    'Number.isSafeInteger accepts numbers only',
  "src/rules/cart/stored-cart.ts: one side: typeof value === 'object' && value !== null && 'items' in… -> its left":
    'a value without items has no lines',
  "src/rules/cart/stored-cart.ts: one side: typeof value !== 'object' || value === null -> its right":
    'a value that is not an object has no fields',
  'src/rules/cart/stored-cart.ts: answer dropped: false': 'undefined is falsy, like false',
  'src/rules/account/stored-session.ts: answer dropped: false': 'undefined is falsy, like false',
  'src/rules/account/stored-session.ts: condition: text === null -> false':
    'JSON.parse(null) is null, which is rejected',
  'src/rules/account/stored-session.ts: condition: isRecord(value) ? value : null -> its consequent':
    'a value that is not a record has no id',
  "contract/rules/counties.ts: text: '' -> 'Another text'": 'every line of the data has a county and towns',
  "contract/rules/counties.ts: text: '' -> 'Another text' (2)": 'every line of the data has a county and towns',
  "contract/rules/counties.ts: text: 'Suba' -> ''": "the town's name starts with it anyway",
  'contract/rules/counties.ts: number: 4 + 1': 'any rank above 3 is not found',
  'contract/rules/counties.ts: method: toSpacedWords(typed) .trim() dropped': 'every word starts with an empty one',
  'contract/rules/counties.ts: pattern: /^ ?/ -> / ?/': 'the first match is at the start',
  "contract/rules/mpesa-phone.ts: text: '' -> 'Another text'": 'an empty text is not a phone either',
  "contract/rules/clean-text.ts: text: '' -> 'Another text'": 'any difference makes the text unreadable',
  "contract/rules/clean-text.ts: text: '' -> 'Another text' (2)": 'any difference makes the text unreadable',
  "contract/rules/otp.ts: text: '' -> 'Another text'": 'only a number of three digits is a half',
  "contract/rules/otp.ts: text: '' -> 'Another text' (2)": 'everything except digits is removed afterwards',
  "contract/rules/otp.ts: one side: numbers[at] ?? '' -> its left": 'the loop stays inside the list',
  "contract/rules/otp.ts: text: '' -> 'Another text' (4)": 'the loop stays inside the list',
  "contract/rules/otp.ts: text: '' -> 'Another text' (5)": 'the list of parts is never empty',
  "contract/rules/phone.ts: text: '' -> 'Another text' (2)": 'a text without digits is not a number either',
  'contract/rules/phone.ts: one side: digit.codePointAt(0) ?? 0 -> its left': 'a digit has a code point',
  'contract/rules/phone.ts: number: 0 + 1 (2)': 'a digit has a code point',
  'contract/rules/phone.ts: number: 10 + 1': 'before Unicode 16 no script has its digits beside those of another one',
  'contract/rules/price.ts: one side: candidate !== null && candidate > price -> its right':
    'null is not above any price',
  'contract/rules/price.ts: condition: original === null ? 0 : discountPercent(original, price) -> its alternate':
    'the percentage of null is 0',
  'contract/rules/price.ts: one side: discount ?? 0 -> its left': 'only a percentage above 0 reaches this code',
  'contract/rules/price.ts: number: 0 + 1 (4)': 'only a percentage above 0 reaches this code',
  'contract/rules/price.ts: one side: !isPercent(discount) || discount === 100 -> its right':
    'an invalid percentage gives nothing above the price',
  "contract/rules/price.ts: condition: legacy === 'card' ? price : null -> its consequent":
    'an invalid percentage gives nothing above the price',
  'contract/rules/price.ts: one side: discount ?? 0 -> its left (2)': 'only a percentage above 0 reaches this code',
  'contract/rules/price.ts: number: 0 + 1 (5)': 'only a percentage above 0 reaches this code',
  'contract/rules/price.ts: one side: discount != null && discount > 0 -> its right': 'null is not above 0',
  'contract/rules/price.ts: comparison: discount > 0 -> >=': '0 % off is the unchanged price',
};

const VIEWS: Reasons = {
  'src/views/cart/changes-list.tsx: number: 0 + 1': 'a stock below one piece counts as sold out before this comparison',
  'src/views/cart/changes-list.tsx: one side: lines.find(({ id }) => id === change.product)?.quantity ?? 0 -> its left':
    'no stock is below undefined, and none above 0 is below 0',
  'src/views/parts/alert.tsx: one side: takeFocus && problem !== null -> its left':
    'without a problem there is no box to focus',
  'src/views/catalogue/product-detail.view.tsx: number: 1 + 1 (2)':
    'a number outside 1 and the stock is limited: if two pieces fewer are allowed, one fewer is too',
  'src/views/catalogue/product-detail.view.tsx: number: 1 + 1 (3)':
    'a number outside 1 and the stock is limited: if two more pieces are allowed, one more is too',
  'src/views/catalogue/product-detail.view.tsx: event swapped: cart.add -> order.now':
    'both events are accepted under the same guard',
  'src/views/cart/wishlist.view.tsx: one side: inCart.get(id) ?? 0 -> its left': 'undefined is not above 0',
  "src/views/checkout/checkout.view.tsx: text: 'name' -> ''": 'no guard of field.change reads the field',
  "src/views/checkout/checkout.view.tsx: text: '' -> 'Another text'": 'no guard of field.change reads the value',
  'src/views/home/flash-countdown.view.tsx: one side: getNextEnd(assertPresent(ends), now) ?? now -> its left':
    'null counts as the year 1970, which is past too',
  'src/views/parts/link.tsx: one side: target !== undefined && { target } -> its right':
    'an undefined target is the same as none',
  "src/views/parts/modal.tsx: one side: dialog?.querySelectorAll<InputElement>('input, select, te… -> its left":
    'a modal that can be dismissed has its element',
  "src/views/payment/waiting-payment.view.tsx: one side: problem?.text ?? '' -> its left":
    'a payment that was cancelled or not proved has its problem',
  "src/views/payment/waiting-payment.view.tsx: text: '' -> 'Another text'":
    'a payment that was cancelled or not proved has its problem',
};

const COMPOSITION: Reasons = {
  'src/compose/payment/waiting-payment.ts: slots swapped: watchRecord <-> watchWindow':
    'both listen in the same state, without input',
  'src/compose/listen.ts: arguments swapped: 1 <-> 2 of isSame(value, last)': 'the comparison is symmetric',
  'src/compose/env.ts: number: 0 + 1': "a call without a reply has no status; its kind is 'offline'",
};

const ROUTES: Reasons = {
  'src/routes/home/home.route.tsx: one side: flash === null || now === null -> its left':
    'a page that arrived with its deals arrived with the time',
  'src/routes/checkout/checkout.route.tsx: one side: orderPlacement && <OrderPlacement actor={orderPlacement} /> -> its right (2)':
    'the dialog draws it only while the placement runs',
  'src/routes/checkout/checkout.route.tsx: one side: mpesaPayment && <Payment actor={mpesaPayment} hasHand={ha… -> its right':
    'the dialog draws it only while the payment runs',
  'src/routes/checkout/checkout.route.tsx: one side: mpesaPayment && ( <PaymentAlert actor={mpesaPayment} hasH… -> its right':
    'the page draws it only while the payment runs',
  "src/routes/seo-metadata.ts: text: 'GET /categories' -> ''": 'no other reply has categories',
  "src/routes/seo-metadata.ts: text: 'detail' -> ''": 'only a card reduces the price',
  "src/routes/scroll.tsx: one side: sessionStorage.getItem(STORED) ?? '[]' -> its left": 'null is no list either',
  "src/routes/orders/order-tracking.route.tsx: text: '' -> 'Another text' (2)":
    'the page is shown to customers only, and a customer is known with the name',
  'src/routes/catalogue/product-detail.route.tsx: arguments dropped: useState<RatedProduct | null>(null)':
    'undefined has no product either',
  "src/routes/scroll.tsx: text: '[]' -> ''": 'a text that cannot be read is no list either',
  "src/routes/orders/order-tracking.route.tsx: one side: user?.phone ?? '' -> its left":
    'the page is shown to customers only, and a customer is known with the phone',
};

/** Mutants that change nothing for a shopper, by printed name without the line, each with the reason. */
export const EQUIVALENT_SOURCES: Readonly<Record<SourceKind, Reasons>> = {
  views: VIEWS,
  composition: COMPOSITION,
  rules: RULES,
  routes: ROUTES,
  server: SERVER,
};
