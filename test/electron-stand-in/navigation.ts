import { type LoadErrorCode, loadError } from '#test/support/fake-electron/rules/load-error.ts';

/** Chromium's error codes that Electron passes on as they are. */
const HANDED_ON: ReadonlySet<string> = new Set<LoadErrorCode>(['ERR_FAILED', 'ERR_ABORTED', 'ERR_UNEXPECTED', 'ERR_INVALID_URL']);

/** One request of the app to load an address. It ends when the page is loaded, when it failed, or when another request replaces it. */
export class Navigation {
  readonly url: string;
  readonly over: Promise<void>;
  readonly #fail: (code: LoadErrorCode, url: string) => Error;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;
  #isOver = false;

  constructor(url: string, fail: (code: LoadErrorCode, url: string) => Error = loadError) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.url = url;
    this.over = promise;
    // A caller that does not await it is not crashed by its rejection.
    promise.catch(() => undefined);
    this.#fail = fail;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  arrived(): void {
    this.#isOver = true;
    this.#resolve();
  }

  /** `code` is Chromium's; a code without an Electron equivalent becomes ERR_FAILED. */
  failed(code: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reject(this.#fail(HANDED_ON.has(code) ? (code as LoadErrorCode) : 'ERR_FAILED', this.url));
  }
}
