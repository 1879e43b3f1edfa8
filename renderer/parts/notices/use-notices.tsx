import { createContext, type ReactNode, use, useState } from 'react';
import { Emitter } from '#shared/async/emitter.ts';

const NoticesContext = createContext<Notices | null>(null);

/** One place for the whole window, so that a notice outlives the page or dialog whose action it tells of. */
export function NoticesProvider({ children }: { readonly children: ReactNode }) {
  const [notices] = useState(() => new Notices());
  return <NoticesContext value={notices}>{children}</NoticesContext>;
}

export function useNotices(): Notices {
  const notices = use(NoticesContext);
  if (notices === null) throw new Error('outside of the notices');
  return notices;
}

/** Tells the person what has become of an action. */
export function useTell(): (notice: Notice) => void {
  return useNotices().tell;
}

type Notice = {
  readonly words: string;
  /** Takes back what the notice tells of. */
  readonly undo?: (() => Promise<unknown>) | undefined;
  /** True for what went wrong: it stays until the person closes it or does something else. */
  readonly isKept?: boolean;
};

/** `id` tells one notice from the next with the same words. */
type ShownNotice = Notice & { readonly id: number };

/** What the window tells about the last action: one at a time, since it is about what a person has just done. */
class Notices {
  readonly #changed = new Emitter();
  #shown: ShownNotice | null = null;
  #told = 0;

  readonly current = (): ShownNotice | null => this.#shown;

  readonly subscribe = this.#changed.subscribe;

  readonly tell = (notice: Notice): void => {
    this.#told += 1;
    this.#show({ ...notice, id: this.#told });
  };

  /** Does nothing if another one is shown by now. */
  forget(id: number): void {
    if (this.#shown?.id === id) this.#show(null);
  }

  #show(notice: ShownNotice | null): void {
    this.#shown = notice;
    this.#changed.emit();
  }
}
