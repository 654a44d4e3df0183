import type { SourceKind } from './mutants-of.ts';
import { SERVER } from './server-equivalents.ts';

type Reasons = Readonly<Record<string, string>>;

const RULES: Reasons = {
  'src/rules/cart/cart.ts: one side: stock !== null && stock > 0 -> its right': 'null > 0 is false',
  "src/rules/checkout/estimate.ts: text: '' -> 'Another text'": 'no county is called so',
  'src/rules/checkout/estimate.ts: comparison: end > 0 -> >=': 'no words are no name',
  'src/rules/checkout/estimate.ts: comparison: start < end -> <=': 'no words are no name',
  "src/rules/failure.ts: one side: typeof data === 'object' && data !== null && 'orderStatus… -> its left (2)":
    'a status that is not there is not cancelled',
  "src/rules/failure.ts: one side: 'message' in error && typeof error.message === 'string' -> its right":
    'a message that is not there is no text',
  'src/rules/payment/kept-payment.ts: condition: text === null -> false': 'JSON.parse(null) is null, which is refused',
  "src/rules/payment/kept-payment.ts: condition: typeof value !== 'object' || value === null -> false":
    'what is no object has no fields, or throws inside of the try',
  "src/rules/payment/kept-payment.ts: one side: typeof value !== 'object' || value === null -> its left":
    'what is no object has no fields, or throws inside of the try',
  "src/rules/payment/kept-payment.ts: one side: typeof value !== 'object' || value === null -> its right":
    'what is no object has no fields, or throws inside of the try',
  'src/rules/payment/kept-payment.ts: answer dropped: false':
    'what is no object has no fields, or throws inside of the try',
  "src/rules/payment/kept-payment.ts: one side: typeof value === 'object' && value !== null && 'orderId' … -> its right (2)":
    'what is no object has no fields, or throws inside of the try',
  "src/rules/payment/kept-payment.ts: one side: typeof value === 'object' && value !== null && 'orderId' … -> its left (3)":
    'what is no object has no fields, or throws inside of the try',
  "src/rules/payment/kept-payment.ts: one side: typeof value === 'object' && value !== null && 'orderId' … -> its right (3)":
    'what is no object has no fields, or throws inside of the try',
  "src/rules/payment/kept-payment.ts: one side: typeof value === 'object' && value !== null -> its left":
    'what is no object has no fields, or throws inside of the try',
  "src/rules/payment/kept-payment.ts: one side: typeof value === 'object' && value !== null -> its right":
    'what is no object has no fields, or throws inside of the try',
  'src/rules/payment/kept-payment.ts: one side: (isPrompt || isNone) && Array.isArray(lines) -> its left':
    'what is no object has no fields, or throws inside of the try',
  "src/rules/payment/kept-payment.ts: condition: typeof value !== 'object' || value === null -> false (2)":
    'what is no object has no fields, or throws inside of the try',
  "src/rules/payment/kept-payment.ts: one side: typeof value !== 'object' || value === null -> its left (2)":
    'what is no object has no fields, or throws inside of the try',
  "src/rules/payment/kept-payment.ts: one side: typeof value !== 'object' || value === null -> its right (2)":
    'what is no object has no fields, or throws inside of the try',
  'src/rules/payment/kept-payment.ts: answer dropped: false (2)':
    'what is no object has no fields, or throws inside of the try',
  'src/rules/catalogue/list-query.ts: number: 1 + 1': 'a page that is not given is 1',
  "src/rules/catalogue/list-query.ts: text: '&' -> '' (2)":
    'values are encoded, so that no two lists are joined to the same text',
  'src/rules/catalogue/list-query.ts: one side: text === null || !/^\\d{1,9}$/.test(text) -> its right':
    "the text 'null' is no number",
  'src/rules/catalogue/list-query.ts: one side: text === null || !/^-?\\d{1,9}$/.test(text) -> its right':
    'the text null is no number',
  'src/rules/pagination.ts: one side: before !== undefined && number - before > 1 -> its right':
    'undefined makes NaN, which is not above 1',
  "src/rules/payment/push-refusal.ts: one side: status === ofStatus && typeof data === 'object' && data !… -> its left":
    'spreading null gives nothing',
  "src/rules/payment/push-refusal.ts: one side: typeof retryAfter === 'number' && retryAfter > 0 -> its right":
    'Number.isFinite takes numbers alone',
  'src/rules/stored.ts: condition: text === null -> false': 'JSON.parse(null) is null',
  "src/rules/stored.ts: one side: typeof value === 'number' && Number.isSafeInteger(value) -> its right":
    'Number.isSafeInteger takes numbers alone',
  "src/rules/cart/stored-cart.ts: one side: typeof value === 'object' && value !== null && 'items' in… -> its left":
    'what has no items has no lines',
  "src/rules/cart/stored-cart.ts: one side: typeof value !== 'object' || value === null -> its right":
    'what is no object has no fields',
  'src/rules/cart/stored-cart.ts: answer dropped: false': 'undefined is as false',
  'src/rules/account/stored-session.ts: answer dropped: false': 'undefined is as false',
  'src/rules/account/stored-session.ts: condition: text === null -> false':
    'JSON.parse(null) is null, which is refused',
  'src/rules/account/stored-session.ts: condition: isRecord(value) ? value : null -> its consequent':
    'what is no record has no id',
  "contract/rules/counties.ts: text: '' -> 'Another text'": 'every line of the data has a county and towns',
  "contract/rules/counties.ts: text: '' -> 'Another text' (2)": 'every line of the data has a county and towns',
  "contract/rules/counties.ts: text: 'Suba' -> ''": "the town's name begins with it anyway",
  'contract/rules/counties.ts: number: 4 + 1': 'any rank above 3 is not found',
  'contract/rules/counties.ts: method: spaced(typed) .trim() dropped': 'an empty word begins every word',
  'contract/rules/counties.ts: pattern: /^ ?/ -> / ?/': 'the first match is at the beginning',
  "contract/rules/mpesa-phone.ts: text: '' -> 'Another text' (2)": 'no digits are no phone either',
  'contract/rules/price.ts: one side: candidate !== null && candidate > price -> its right':
    'null is not above any price',
  'contract/rules/price.ts: condition: original === null ? 0 : discountPercent(original, price) -> its alternate':
    'the percent of null is 0',
  'contract/rules/price.ts: one side: discount ?? 0 -> its left': 'only a percent above 0 comes here',
  'contract/rules/price.ts: number: 0 + 1 (4)': 'only a percent above 0 comes here',
  'contract/rules/price.ts: one side: !isPercent(discount) || discount === 100 -> its right':
    'what is no percent gives nothing above the price',
  "contract/rules/price.ts: condition: legacy === 'card' ? price : null -> its consequent":
    'what is no percent gives nothing above the price',
  'contract/rules/price.ts: one side: discount ?? 0 -> its left (2)': 'only a percent above 0 comes here',
  'contract/rules/price.ts: number: 0 + 1 (5)': 'only a percent above 0 comes here',
  'contract/rules/price.ts: one side: discount != null && discount > 0 -> its right': 'null is not above 0',
  'contract/rules/price.ts: comparison: discount > 0 -> >=': '0 % off is the price itself',
};

const VIEWS: Reasons = {
  'src/views/cart/changes-list.tsx: number: 0 + 1': 'a stock below one piece is sold out before it is compared',
  'src/views/cart/changes-list.tsx: one side: lines.find(({ id }) => id === change.product)?.quantity ?? 0 -> its left':
    'no stock is below undefined, as none above 0 is below 0',
  'src/views/parts/alert.tsx: one side: takeFocus && problem !== null -> its left': 'no problem, no box to focus',
  'src/views/catalogue/product-detail.view.tsx: number: 1 + 1 (2)':
    'a number outside of 1 and the stock is bounded: one piece fewer may be taken where two fewer may',
  'src/views/catalogue/product-detail.view.tsx: number: 1 + 1 (3)':
    'a number outside of 1 and the stock is bounded: one piece more may be taken where two more may',
  'src/views/catalogue/product-detail.view.tsx: event swapped: cart.add -> order.now':
    'what can be put into the cart can be ordered at once: both are accepted under one guard',
};

const COMPOSITION: Reasons = {
  'src/compose/listen.ts: arguments swapped: 1 <-> 2 of isSame(value, last)': 'one is the same as the other either way',
  'src/compose/env.ts: number: 0 + 1': "what got no answer has no status; its kind says 'offline'",
};

const ROUTES: Reasons = {
  "src/routes/findable.ts: text: 'GET /categories' -> ''": 'no other reply has categories',
};

/** Mutants that change nothing for a shopper, by printed name without the line, each with the reason. */
export const EQUIVALENT_SOURCES: Readonly<Record<SourceKind, Reasons>> = {
  views: VIEWS,
  composition: COMPOSITION,
  rules: RULES,
  routes: ROUTES,
  server: SERVER,
};
