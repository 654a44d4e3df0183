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
};

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
