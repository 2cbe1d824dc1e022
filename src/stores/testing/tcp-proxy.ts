import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export type ProxyFault =
  /** Half of the client's next bytes arrive, then the connection is cut. */
  | 'cut-request'
  /** The client's next bytes arrive, the answer does not: the connection is cut. */
  | 'cut-answer'
  /** The connection stays, and nothing arrives any more. */
  | 'silence';

/** A network between a client and a server's Unix socket, whose faults a test chooses. */
export class TcpProxy {
  /** What every piece waits for, each way. */
  delayMs = 0;
  /** Met by the next bytes from a client; cleared by it, but for `silence`. */
  fault: ProxyFault | undefined;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  private constructor(socketPath: string) {
    this.server = createServer((client) => this.join(client, connect(socketPath)));
  }

  static async open(socketPath: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(socketPath);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  url(database: string, user = 'postgres', parameters = 'sslmode=disable'): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}?${parameters}`;
  }

  private join(client: Socket, server: Socket): void {
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      // A broken connection is what this is for.
      socket.on('error', () => undefined);
    }
    const cut = () => {
      client.destroy();
      server.destroy();
    };
    client.on('close', cut);
    server.on('close', cut);
    client.on('data', (bytes) => {
      const { fault } = this;
      if (fault === 'silence') return;
      this.fault = undefined;
      if (fault === 'cut-request') server.write(bytes.subarray(0, bytes.length / 2), cut);
      else if (fault === 'cut-answer') {
        server.removeAllListeners('data');
        server.once('data', cut);
        server.write(bytes);
      } else this.later(() => server.write(bytes));
    });
    server.on('data', (bytes) => {
      if (this.fault !== 'silence') this.later(() => client.write(bytes));
    });
  }

  private later(send: () => void): void {
    if (this.delayMs === 0) send();
    else setTimeout(send, this.delayMs);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}
