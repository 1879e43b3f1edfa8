import assert from 'node:assert/strict';
import { type EventEmitter, once } from 'node:events';
import type * as Common from 'electron/common';
import type * as Main from 'electron/main';

/** What an assertion may use of Electron: its own types, whatever implements them. */
export type Electron = typeof Main & Pick<typeof Common, 'nativeImage'>;

/** `electron` is the real one, in the workflow. */
export type Runtime = 'fake' | 'stand-in' | 'electron';
export type Double = Exclude<Runtime, 'electron'>;
export type System = 'linux' | 'darwin' | 'win32';

/** The surroundings of the app under test. */
export type Outside = {
  readonly place: Runtime;
  /** Contains the files of `lay-files.ts`; empty otherwise. */
  readonly folder: string;
  /** Makes the page itself navigate to a neighbouring file. */
  readonly pageGoesTo: (contents: Main.WebContents, name: string) => Promise<unknown>;
  /** Runs code in the page; resolves with its result. */
  readonly pageRuns: (contents: Main.WebContents, code: string) => Promise<unknown>;
  /** Starts the app once more, with this word among its arguments and these data for the first one; resolves with the second one's exit code. */
  readonly startAgain: (word: string, data?: unknown) => Promise<number | null>;
};

/** How a whole life of the app ended: what it said, in order, and its exit code. */
export type Ending = { readonly said: readonly string[]; readonly code: number | null };

type Way =
  /** Run in an app that has just been started and is not ready. */
  | { readonly early: (electron: Electron, outside: Outside) => void }
  /** Run in an app that is ready. */
  | { readonly ready: (electron: Electron, outside: Outside) => void | Promise<void> }
  /** An app of its own, from its first line to its end; it ends by itself. */
  | {
      readonly life: (electron: Electron, outside: Outside, say: (line: string) => void) => Promise<void>;
      readonly ends: (ending: Ending) => void;
    }
  /** Read in the program's own file, without starting it. */
  | { readonly program: (bytes: Buffer) => void };

export type Assertion = Way & {
  /** One sentence about what Electron does. */
  readonly name: string;
  /** Where Electron documents it: a file of its repository, or its declarations. */
  readonly source: string;
  /** The systems on which it applies. Default: all. */
  readonly systems?: readonly System[];
  /** Why a program alone cannot check this with real Electron. */
  readonly unseen?: string;
  /** Doubles that behave differently, and how. The runs check that they do. */
  readonly differs?: Readonly<Partial<Record<Double, string>>>;
};

/** What the program is to do, passed in its environment. */
export type Order = {
  readonly place: 'stand-in' | 'electron';
  readonly run:
    | { readonly kind: 'checks' }
    | { readonly kind: 'life'; readonly name: string }
    | { readonly kind: 'second'; readonly data?: unknown };
  readonly folder: string;
  /** The file that gets a line of JSON for each thing that is said. */
  readonly out: string;
  readonly program: { readonly executable: string; readonly words: readonly string[] };
};

export const ORDER = 'INTRAY_BEHAVIOUR';

/** The result of one assertion; null: it holds. */
export type Outcome = { readonly name: string; readonly error: string | null };

/** What takes longer than this, even on a busy machine, does not come. */
const WAIT_MS_MAX = 20_000;

/** The scheme of the assertions' pages; privileged, as ours is. */
export const SCHEME = 'behaviour';
export const PAGE = `${SCHEME}://page/`;

/** The arguments of the next `event`; an assertion that has failed by then does not wait for it. */
export function next(emitter: unknown, event: string): Promise<readonly unknown[]> {
  const heard = once(emitter as EventEmitter, event, { signal: AbortSignal.timeout(WAIT_MS_MAX) });
  heard.catch(() => undefined);
  return heard;
}

/** Says each of `events` when it comes. */
export function hear(emitter: unknown, events: readonly string[], say: (line: string) => void, who = ''): void {
  for (const event of events) (emitter as EventEmitter).on(event, () => say(`${who}${event}`));
}

/** Prevents the first of these events, and allows the later ones. */
export function stopFirst(emitter: unknown, name: string): void {
  (emitter as EventEmitter).once(name, (event: { preventDefault(): void }) => event.preventDefault());
}

type Serve = (request: Request) => Response | Promise<Response>;

/** With an invisible window, whose scheme is served by `serve`. */
export async function withWindow(
  { BrowserWindow, protocol }: Electron,
  act: (window: Main.BrowserWindow) => Promise<void>,
  { serve = hello, ...options }: Main.BrowserWindowConstructorOptions & { readonly serve?: Serve } = {},
): Promise<void> {
  protocol.handle(SCHEME, serve);
  const window = new BrowserWindow({ show: false, ...options });
  try {
    await act(window);
  } finally {
    window.destroy();
    protocol.unhandle(SCHEME);
  }
}

function hello(): Response {
  return new Response('<!doctype html><title>Hello</title><p>Hello</p>', { headers: { 'content-type': 'text/html' } });
}

/** The error with which `promise` rejects. */
export async function rejection(promise: Promise<unknown>): Promise<Error & { readonly code?: string; readonly errno?: number }> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof Error);
    return error;
  }
  return assert.fail('it was not rejected');
}
