import type * as E from 'electron/main';
import { fakeSystem } from './fake-system.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/** Keeps the app's handlers; `fetch` calls them as the network layer does. */
export class FakeProtocol implements Pick<E.Protocol, 'registerSchemesAsPrivileged' | 'handle' | 'unhandle' | 'isProtocolHandled'> {
  readonly privileged: E.CustomScheme[] = [];
  readonly #handlers = new Map<string, Handler>();

  registerSchemesAsPrivileged(schemes: E.CustomScheme[]): void {
    if (fakeSystem.isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    this.privileged.push(...schemes);
  }

  handle(scheme: string, handler: (request: never) => Response | Promise<Response>): void {
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    this.#handlers.set(scheme, handler as Handler);
  }

  unhandle(scheme: string): void {
    if (!this.#handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
  }

  reset(): void {
    this.#handlers.clear();
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
    return handler(new Request(request.url, { method: request.method, headers: { ...request.headers } }));
  }
}
