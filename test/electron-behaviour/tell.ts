import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { EventEmitter } from 'node:events';
import type * as E from 'electron/main';
import type { Electron } from './assertion.ts';

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
  act: (window: E.BrowserWindow) => Promise<void>,
  { serve = hello, ...options }: E.BrowserWindowConstructorOptions & { readonly serve?: Serve } = {},
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
