/** Texts of no module: limits, forms and request failures. */

export const checkFields = 'Please check the highlighted fields.';
export const unknownField = 'Unknown field';
export const invalidValue = 'Invalid value';

// limits
export const waitAMinute = 'Please wait a minute and try again.';
export const waitMinutes = (minutes: number) => `Please try again in ${minutes} minutes.`;
export const tooManyPictures = 'Too many pictures at once. Please try again in a moment.';
export const veryBusy = 'The shop is very busy. Please try again in a moment.';
export const tryAgain = 'Please try again.';

// failures
export const broken = 'Something went wrong. Please try again.';
export const unreadable = 'The request could not be read.';
/** Only the staff read it. */
export const roleForbids = 'Your role does not allow this.';
export const notFound = 'Not found';
/** From §8 Tracking. Also used for a call without a token. */
export const sessionExpired = 'Your session has expired. Please log in again.';
export const conflict = 'Someone else changed this at the same moment. Please try again.';
export const unavailable = 'The shop is not available for a moment. Please try again.';
export const noSuchCall = 'This call does not exist.';
export const tooSlow = 'The request took too long.';
export const tooLarge = 'The request is too large.';
export const addressTooLong = 'The address is too long.';
export const sendJson = 'Please send JSON.';
export const tooDeep = 'The request is nested too deeply.';
export const keyUnusable = 'The Idempotency-Key cannot be used.';
export const goToHome = 'Go To Home';
