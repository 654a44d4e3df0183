/** Machines of the server, which no shopper sees. Their rows run from `tests/server`. */
export const SERVER_MACHINES = ['circuit', 'claim', 'order', 'parcel', 'payment-attempt', 'refund'] as const;

export type ServerMachine = (typeof SERVER_MACHINES)[number];

export function isServerMachine(name: string): name is ServerMachine {
  return (SERVER_MACHINES as readonly string[]).includes(name);
}
