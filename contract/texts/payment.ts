/** Texts about unavailable payment methods, for client and server. Amounts are already formatted (decision 0092). */

export const cashUpTo = (most: string) => `Cash on delivery is available up to ${most}.`;
export const mpesaAtMost = (most: string) => `M-Pesa takes at most ${perPayment(most)}.`;
export const mpesaAtMostADay = (most: string) => `M-Pesa takes at most ${aDay(most)}.`;
export const perPayment = (most: string) => `${most} per payment`;
export const aDay = (most: string) => `${most} a day`;
export const tooManyUnpaid = (most: number) =>
  `You can have at most ${most} unpaid M-Pesa ${orders(most)}. Please pay or cancel one of them first.`;
export const tooManyCashOrders = (most: number, hasMpesa: boolean) =>
  `You can have at most ${most} open ${orders(most)} with cash on delivery. Please wait until one is delivered, ${
    hasMpesa ? 'cancel one, or pay with M-Pesa' : 'or cancel one'
  }.`;
export const firstCashTooMuch = (most: string, hasMpesa: boolean) =>
  `Until your first order is delivered, your orders with cash on delivery may come to at most ${most} together. Please order less${
    hasMpesa ? ', or pay with M-Pesa' : ''
  }.`;
export const cashTooMuch = (most: string, hasMpesa: boolean) =>
  `Your open orders with cash on delivery may come to at most ${most} together. Please order less${
    hasMpesa ? ', wait until one is delivered, or pay with M-Pesa' : ', or wait until one is delivered'
  }.`;
export const cashOrderAtMost = (most: string) => `cash on delivery at most ${most}`;
export const cashOrdersAtMost = (most: string, isFirst: boolean) =>
  `open orders with cash on delivery at most ${most} together${isFirst ? ' until your first order is delivered' : ''}`;
/** `mpesaMost` is `perPayment` or `aDay`. */
export const neitherWay = (mpesaMost: string, cash: string, number: string) =>
  `M-Pesa takes at most ${mpesaMost}, and ${cash}. Please order fewer goods, or contact us: ${number}.`;

interface OtherWays {
  /** The shop takes payments by hand. */
  readonly hasHand: boolean;
  /** The order may be paid on delivery. */
  readonly hasCash: boolean;
}

/** While M-Pesa asks for a pause (PAY-M3). */
export const promptsSlow = (ways: OtherWays) => `M-Pesa is slow right now. ${slowAdvice(ways)}`;
/** While prompts do not work (PAY-M2). */
export const promptsStopped = (ways: OtherWays) => `M-Pesa prompts do not work right now. ${stoppedAdvice(ways)}`;

function slowAdvice({ hasHand, hasCash }: OtherWays): string {
  if (hasHand) return `You can wait a minute, ${hasCash ? 'pay by hand, or pay on delivery' : 'or pay by hand'}.`;
  return hasCash ? 'You can wait a minute, or pay on delivery.' : 'Please try again in a minute.';
}

function stoppedAdvice({ hasHand, hasCash }: OtherWays): string {
  if (hasHand) return `You can pay by hand from your M-Pesa menu${hasCash ? ', or pay on delivery' : ''}.`;
  return hasCash ? 'You can pay on delivery.' : 'Please try again in a few minutes.';
}

const orders = (count: number) => (count === 1 ? 'order' : 'orders');
