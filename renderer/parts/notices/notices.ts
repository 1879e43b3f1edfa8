import { Emitter } from '#shared/async/emitter.ts';

export type Notice = {
  readonly words: string;
  /** Takes back what the notice tells of. */
  readonly undo?: (() => Promise<unknown>) | undefined;
  /** True for what went wrong: it stays until the person closes it or does something else. */
  readonly isKept?: boolean;
};

/** `id` tells one notice from the next with the same words. */
export type ShownNotice = Notice & { readonly id: number };

/** What the window tells about the last action: one at a time, since it is about what a person has just done. */
export class Notices {
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
