import type { AcceptedAnswer, MpesaAccount } from '../../server/providers/mpesa-account.ts';

type Name = keyof MpesaAccount;
type Asked<N extends Name> = Parameters<MpesaAccount[N]>[0];
type Answer<N extends Name> = Awaited<ReturnType<MpesaAccount[N]>>;
/** An answer, or a function that returns one, synchronously or asynchronously. */
type Script<N extends Name> = Answer<N> | ((asked: Asked<N>) => Answer<N> | Promise<Answer<N>>);

export interface AccountCall {
  readonly name: Name;
  readonly asked: Readonly<Record<string, unknown>>;
}

/**
 * M-Pesa beside the prompt, in memory. Without scripted answers it accepts every call, registers, has no rows to pull and no
 * QR code. Results are posted by the test.
 */
export function createFakeMpesaAccount() {
  const calls: AccountCall[] = [];
  const scripts = new Map<Name, Script<Name>[]>();
  let count = 0;

  async function answer<N extends Name>(name: N, asked: Asked<N>, standing: () => Answer<N>): Promise<Answer<N>> {
    calls.push({ name, asked: { ...asked } });
    const script = scripts.get(name)?.shift() as Script<N> | undefined;
    if (script === undefined) return standing();
    return typeof script === 'function' ? script(asked) : script;
  }
  const accept = (id?: string) => (): AcceptedAnswer => {
    count += 1;
    return {
      outcome: 'accepted',
      conversationId: `AG_20261121_${count}`,
      originatorConversationId: id ?? `1-${count}`,
    };
  };

  return {
    /** All calls, oldest first. */
    calls,
    /** Sets the answers of the next calls of a method, in order. */
    script<N extends Name>(name: N, ...answers: Script<N>[]): void {
      scripts.set(name, [...(scripts.get(name) ?? []), ...(answers as Script<Name>[])]);
    },
    transactionStatus: async (asked) => answer('transactionStatus', asked, accept()),
    reverse: async (asked) => answer('reverse', asked, accept()),
    payOut: async (asked) => answer('payOut', asked, accept(asked.id)),
    balance: async (asked) => answer('balance', asked, accept()),
    pull: async (asked) => answer('pull', asked, () => ({ outcome: 'rows', rows: [], unread: 0, nextOffset: null })),
    qr: async (asked) => answer('qr', asked, () => ({ outcome: 'unknown', text: 'no code' })),
    registerUrls: async (asked) => answer('registerUrls', asked, () => ({ outcome: 'registered', text: 'Success' })),
    registerPull: async (asked) => answer('registerPull', asked, () => ({ outcome: 'registered', text: 'Success' })),
  } satisfies MpesaAccount & Record<string, unknown>;
}
