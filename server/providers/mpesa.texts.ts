/** Texts for shoppers about failed or refused M-Pesa payments. Only the back office sees the exact reason (§4, §8). */

/** Hides the reason, because the shopper can only try again. */
export const paymentFailed = 'Payment failed. Please try again.';
/** A push was refused for an unknown reason. */
export const notInitiated = 'Failed to initiate M-Pesa payment';
/** The shop or M-Pesa must fix a problem first. */
export const notAvailable = 'M-Pesa is not available right now. Please pay another way, or try again later.';
export const sessionOpen = 'Another M-Pesa session is open on your phone.';
export const badPhone = 'M-Pesa does not take this phone number. Please use another one.';
/** M-Pesa asks all shops to send fewer requests (PAY-M3). */
export const slow = 'M-Pesa is slow right now. Please try again in a minute, or pay another way.';
export const tooLittleMoney = 'Insufficient M-Pesa balance.';
export const belowLeast = 'The amount is below the least that M-Pesa takes.';
export const aboveMost = 'The amount is above the most that M-Pesa takes.';
export const aboveDaily = 'This payment is above your daily M-Pesa limit.';
export const expired = 'The request expired.';
export const cancelled = 'Cancelled';
export const youCancelled = 'You cancelled the payment.';
export const phoneNotReached = 'Your phone could not be reached.';
export const wrongPin = 'Wrong M-Pesa PIN.';
export const pinLocked = 'PIN locked, call 100/200.';
export const shopAccountFull = 'The shop’s M-Pesa account is full. Please pay another way.';
export const wait2Minutes = 'Please wait 2 minutes before trying again.';
export const busyTryAgain = 'M-Pesa is busy, try again.';
export const promptNotSent = 'Could not send the prompt.';
export const notAvailableNow = 'Payment is not available now.';
export const paymentNotFound = 'M-Pesa does not know this payment.';
export const refundTakesLonger = 'Your refund takes longer than usual. The shop sends it as soon as it can.';
export const refundNeedsAnotherWay = 'M-Pesa cannot send your refund to this phone. The shop will call you.';
export const refundWasSent = 'Your refund was sent by M-Pesa.';
