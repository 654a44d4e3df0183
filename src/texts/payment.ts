/** Texts of payments with M-Pesa (decision 0091). */

// mpesa-payment
export const failedToPlaceOrder = 'Failed to place order';
export const sendingPromptLabel = 'Sending the prompt to your phone';
export const sendingPrompt = 'Sending the prompt to your phone…';
export const amount = 'Amount';
export const phoneLabel = 'Phone';
export const mPesaPayment = 'M-Pesa payment';
export const mPesaPaymentAmount = (amount: string) => `M-Pesa payment of ${amount}`;
export const lookingForYourPayment = 'Looking for your payment';
export const checkingLastTime = 'Checking one last time…';
export const noMPesaAnswer = 'No answer from M-Pesa yet';
export const noPhoneAnswer = 'No answer from your phone yet';
export const enterPinBefore = 'Check your phone and enter your';
export const enterPinMPesa = 'M-Pesa';
export const enterPinAfter = 'PIN.';
export const stepUnlock = 'Unlock your phone: the M-Pesa prompt shows the amount.';
export const stepPin = 'Enter your PIN and press OK.';
export const stepComeBack = 'Come back here. This page tells you as soon as the money is there.';
export const offlineWhilePaying = 'You are offline. We will check again when you are back.';
export const askingMPesa = 'We are asking M-Pesa about your payment…';
export const stillChecking = 'We are still checking. If you have entered your PIN, please do not pay again.';
export const promptExpired = 'The prompt on your phone has probably expired.';
export const noPromptCame = 'No prompt came';
export const payOnDelivery = 'Pay on delivery';
export const inTime = (time: string) => `in ${time}`;
export const sendAgain = 'Send again';

export const whatYouCanTry = 'What you can try';
/** By the names of contract/mpesa.ts (PAY-M5). */
export const tips: Readonly<Record<string, string>> = {
  screen: 'Keep the screen of your phone on and unlocked.',
  sim: 'Dial *234# to update your SIM card, then send the prompt again.',
  otherPhone: 'Use another phone.',
  hand: 'Pay by hand.',
};

// by-hand
export const payByHand = 'Pay by hand';
/** The name of the step in the M-Pesa menu, by the kind of the number. */
export const handSteps: Readonly<Record<'paybill' | 'till', string>> = {
  paybill:
    'Open M-Pesa on your phone, choose Lipa na M-Pesa, then Pay Bill, and enter these numbers. We see the payment within a minute.',
  till: 'Open M-Pesa on your phone, choose Lipa na M-Pesa, then Buy Goods and Services, and enter these numbers. We see the payment within a minute.',
};
export const handNumber: Readonly<Record<'paybill' | 'till', string>> = {
  paybill: 'Paybill number',
  till: 'Till number',
};
export const handAccount = 'Account';
export const scanInstead = 'Or scan this with the M-Pesa app.';
/** Describes the QR code by the numbers in it. A till has no account. */
export const qrCode: Readonly<Record<'paybill' | 'till', (number: string, amount: string, account: string) => string>> =
  {
    paybill: (number, amount, account) =>
      `QR code for the M-Pesa app: Paybill ${number}, account ${account}, ${amount}`,
    till: (number, amount) => `QR code for the M-Pesa app: Till ${number}, ${amount}`,
  };
export const loadingNumbers = 'Loading the numbers';
export const copy = 'Copy';
export const copied = 'Copied';
/** For screen readers: what the button copies, or has copied. */
export const copyWhat = (word: string, what: string) => `${word} ${what}`;
export const holdToCopy = 'Press and hold to copy.';
export const inParts = (most: string, aDay: string) =>
  `M-Pesa takes at most ${most} per payment and ${aDay} a day. Pay this order in several payments to the same account.`;
/** `amounts` are formatted, at least two. */
export const payments = (amounts: readonly string[]) =>
  `That is ${amounts.length} payments: ${amounts.slice(0, -1).join(', ')} and ${amounts.at(-1)}.`;
export const tooMuchForToday = (formattedPhone: string) =>
  `It needs more than one day, and we hold the order for a short time only. Please call us on ${formattedPhone} before you pay.`;
export const heldUntil = (time: string) => `We hold your order until ${time}.`;
export const partReceived = (paid: string, due: string) => `We received ${paid}. ${due} is still to pay.`;
export const cancelForPart = (paid: string) => `Cancel the order to get ${paid} back.`;
export const paymentSeen = 'We have seen a payment and are checking it with M-Pesa. Please do not pay again.';
export const paymentHeld = 'We are checking your payment for this order. Please do not pay again.';
export const notByHand = 'This order cannot be paid by hand right now.';
export const iHavePaid = 'I have paid';
export const receiptLabel = 'M-Pesa message or receipt number';
export const send = 'Send';
export const back = 'Back';
export const sendPromptInstead = 'Send a prompt instead';
export const receiptNotSent = 'Your receipt was not sent. Please try again.';
export const orderCancelled = 'This order has been cancelled.';

// payment
export const paymentFailed = 'Payment failed. Please try again.';
export const failedToInitiate = 'Failed to initiate M-Pesa payment';
export const shopBusy = 'The shop is busy right now. Please try again in a moment.';
export const timedOut = 'Payment confirmation timed out. Please check your M-Pesa messages.';

// confirm-phone
export const confirmPhoneNumber = 'Confirm Phone Number';
export const promptBefore = 'A prompt to pay ';
export const promptAfter = ' goes to this phone. You enter your M-Pesa PIN there.';
export const mPesaPhoneNumber = 'M-Pesa phone number';
export const cancel = 'Cancel';
export const confirm = 'Confirm';

// payment-bar
export const yourMPesaPayment = 'Your M-Pesa payment';
export const dismiss = 'Dismiss';

// payment-record
export const paymentNotSaved = 'Your browser does not let us save this payment. Keep this page open until it is done.';

// phone-proof
export const confirmPhoneFirst = 'Please confirm this phone number with a code first.';

// try-again
export const tryAgain = 'Try again';
export const sendToPhone = (number: string) => `Send to ${number}`;

// waiting-payment
export const payOnOrderPage = 'Pay on the order’s page';
export const viewOrder = 'View order';
export const paymentReceived = 'Payment received. Thank you!';
export const orderPlacedCash = 'Your order is placed. You pay on delivery.';
export const payTheRest = 'Pay the rest';
export const paymentReceivedWithRest = (amount: string) => `Payment received. ${amount} goes back to you.`;
