import { Emitter } from '#shared/async/emitter.ts';
import type { ArrivedInvitation, InvitationFileFault } from '#shared/app-api/invitation/invitation-views.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Arrivals } from '../../engine/engine.ts';
import { type OpenedWith, readArgument } from './opened-with.ts';
import { app } from 'electron/main';

export type ReadInvitationFile = (path: string) => Promise<Result<string, InvitationFileFault>>;

/** Where the window shows an invitation that arrived. */
export const INVITATION_PLACE = '/invitation';

/**
 * The last invitation that the system opened Intray with. It waits here until the window has taken it: the window may be closed, and the engine
 * not open yet. Nothing of it is logged or put into an address.
 */
export class InvitationArrivals implements Arrivals {
  readonly #changed = new Emitter();
  readonly #read: ReadInvitationFile;
  #current: ArrivedInvitation | null = null;
  #count = 0;

  constructor(read: ReadInvitationFile) {
    this.#read = read;
  }

  current(): ArrivedInvitation | null {
    return this.#current;
  }

  dismiss(id: number): boolean {
    if (this.#current?.id !== id) return false;
    this.#current = null;
    this.#changed.emit();
    return true;
  }

  onChange(ring: () => void): () => void {
    return this.#changed.subscribe(ring);
  }

  /** Resolves when it can be shown. A file that cannot be read is shown, too, by the reason. */
  async take(opened: OpenedWith): Promise<void> {
    this.#count += 1;
    const id = this.#count;
    const text = opened.kind === 'link' ? ({ ok: true, value: opened.link } as const) : await this.#read(opened.path);
    // A later one was faster.
    if (this.#current !== null && this.#current.id > id) return;
    this.#current = text.ok ? { kind: 'text', id, text: text.value } : { kind: 'fault', id, fault: text.failure };
    this.#changed.emit();
  }
}

/** On macOS links and files come as events, the first of them before the app is ready: called as early as possible. */
export function hearInvitations(platform: NodeJS.Platform, take: (opened: OpenedWith) => void): void {
  if (platform !== 'darwin') return;
  const hear = (event: { preventDefault(): void }, word: string): void => {
    event.preventDefault();
    const opened = readArgument(word, platform);
    if (opened !== null) take(opened);
  };
  app.on('open-url', hear);
  app.on('open-file', hear);
}
