import net from 'node:net';

/** One address that forwards to several, like a load balancer or a database proxy. */
export interface TcpSwitch {
  readonly port: number;
  /** Sets the targets of new connections, in rotation. Refused ones go to the next; without targets they close. */
  leadTo(ports: readonly number[]): void;
  /** Closes all open connections. */
  cut(): void;
  stop(): Promise<void>;
}

export async function startTcpSwitch(first: readonly number[]): Promise<TcpSwitch> {
  let ports = first;
  let turn = 0;
  const open = new Set<net.Socket>();

  function keep(socket: net.Socket): void {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  }

  /** Connects to the first of these ports that accepts a connection; null when none does. */
  async function reach([port, ...others]: readonly number[]): Promise<net.Socket | null> {
    if (port === undefined) return null;
    const socket = net.connect(port, '127.0.0.1');
    const isTaken = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    return isTaken ? socket : reach(others);
  }

  const server = net.createServer((client) => {
    keep(client);
    client.pause();
    turn += 1;
    const from = turn % Math.max(1, ports.length);
    void reach([...ports.slice(from), ...ports.slice(0, from)]).then((target) => {
      if (target === null) return client.destroy();
      keep(target);
      client.on('close', () => target.destroySoon());
      target.on('close', () => client.destroySoon());
      if (client.destroyed) return target.destroy();
      client.pipe(target);
      target.pipe(client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as net.AddressInfo).port,
    leadTo(next) {
      ports = next;
    },
    cut,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
