import { createContext, type FocusEvent, type ReactNode, use, useEffect, useRef, useState } from 'react';
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

/** Tells the user what has become of an action. */
export function useTell(): (notice: Notice) => void {
  return useNotices().tell;
}

type Notice = {
  readonly words: string;
  /** Takes back what the notice tells of. */
  readonly undo?: (() => Promise<unknown>) | undefined;
  /** True for what went wrong: it stays until the user closes it or does something else. */
  readonly isKept?: boolean;
};

/** `id` tells one notice from the next with the same words. */
type ShownNotice = Notice & { readonly id: number };

/** What the window tells about the last action: one at a time, since it is about what a user has just done. */
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

/** Long enough to read a sentence. */
const LEAVES_AFTER_MS = 5_000;
/** Long enough to notice a slip as well, and to reach the button that undoes it. */
const UNDO_LEAVES_AFTER_MS = 10_000;

/** A notice that leaves by itself. */
type Leaving = { readonly id: number; readonly canUndo: boolean };

/**
 * Has a notice leave by itself; but not while somebody points at it or has the focus in it, who is given the whole time again afterwards.
 * Null while there is none. Returns the handlers for the notice's element.
 */
export function useLeaving(notice: Leaving | null, leave: () => void) {
  const id = notice?.id ?? null;
  const afterMs = notice?.canUndo === true ? UNDO_LEAVES_AFTER_MS : LEAVES_AFTER_MS;
  const [isPointed, setPointed] = useState(false);
  const [focused, setFocused] = useState<Element | null>(null);
  const leaving = useRef(leave);
  useEffect(() => {
    leaving.current = leave;
  });
  // Another notice has the whole time for itself.
  useEffect(() => {
    // An element that is removed while it has the focus fires no blur.
    if (id === null || isPointed || focused?.isConnected === true) return undefined;
    const timer = setTimeout(() => leaving.current(), afterMs);
    return () => clearTimeout(timer);
  }, [id, isPointed, focused, afterMs]);
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    // A focus that was moved here after a press of the mouse is nobody's who reads here.
    onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocused(target.matches(':focus-visible') ? target : null),
    onBlur: () => setFocused(null),
  };
}
