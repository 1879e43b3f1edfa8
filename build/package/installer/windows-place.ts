import type { AppIds } from './app-ids.ts';

/** A Windows, or a Wine, with one user's folders, as far as the installer's checks need it. All paths are Windows paths. */
export type WindowsPlace = {
  readonly folders: {
    /** %LOCALAPPDATA% and %APPDATA%. */
    readonly local: string;
    readonly roaming: string;
    readonly desktop: string;
  };
  readonly ids: AppIds;
  /** Whether the real app is installed, which registers itself with Windows; otherwise the checks write what it would register. */
  readonly isRealApp: boolean;
  /** Runs a program to its end. */
  run(program: string, args: readonly string[]): Promise<Ended>;
  /** Starts a program without waiting for it. */
  start(program: string, args: readonly string[]): void;
  exists(path: string): boolean;
  write(path: string, text: string): void;
  remove(path: string): void;
};

export type Ended = { readonly code: number | null; readonly said: string };
