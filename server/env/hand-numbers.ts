import type { Env } from './env.ts';

/** Returns where shoppers pay by hand: the Paybill or the Till of the shop (PAY-C1). */
export function getHandNumbers({ transactionType, partyB }: Pick<Env['mpesa'], 'transactionType' | 'partyB'>) {
  return { kind: transactionType === 'CustomerBuyGoodsOnline' ? 'till' : 'paybill', number: partyB } as const;
}
