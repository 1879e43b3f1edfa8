import type { AppIds } from './app-ids.ts';

/** A Windows, or a Wine, with one person's folders, as far as an installer's checks need it. All paths are those of Windows. */
export type WindowsPlace = {
  readonly folders: {
    /** %LOCALAPPDATA% and %APPDATA%. */
    readonly local: string;
    readonly roaming: string;
    readonly desktop: string;
  };
  readonly ids: AppIds;
  /** Whether the app itself is installed, which tells Windows about itself; else what it tells is written by the checks. */
  readonly isRealApp: boolean;
  /** Runs a program to its end. */
  run(program: string, args: readonly string[]): Promise<Ended>;
  /** Starts one, and does not wait for it. */
  start(program: string, args: readonly string[]): void;
  exists(path: string): boolean;
  write(path: string, text: string): void;
  remove(path: string): void;
};

export type Ended = { readonly code: number | null; readonly said: string };
