import type * as E from 'electron/main';

type Handler = (request: Request) => Response | Promise<Response>;

/** Keeps what the app serves; `fetch` asks it as the network layer does. */
export class FakeProtocol implements Pick<E.Protocol, 'registerSchemesAsPrivileged' | 'handle' | 'isProtocolHandled'> {
  readonly privileged: E.CustomScheme[] = [];
  readonly #handlers = new Map<string, Handler>();

  registerSchemesAsPrivileged(schemes: E.CustomScheme[]): void {
    this.privileged.push(...schemes);
  }

  handle(scheme: string, handler: (request: never) => Response | Promise<Response>): void {
    this.#handlers.set(scheme, handler as Handler);
  }

  isProtocolHandled(scheme: string): boolean {
    return this.#handlers.has(scheme);
  }

  schemes(): string[] {
    return [...this.#handlers.keys()];
  }

  async fetch(request: {
    readonly url: string;
    readonly method: string;
    readonly headers?: Readonly<Record<string, string>>;
  }): Promise<Response> {
    const handler = this.#handlers.get(new URL(request.url).protocol.slice(0, -1));
    if (handler === undefined) throw new Error(`nobody serves ${request.url}`);
    // Node's Request does not take a scheme of ours, so the handler gets the members that it may read.
    return handler({ ...request, headers: new Headers(request.headers) } as Request);
  }
}
