import type * as Common from 'electron/common';
import type * as Main from 'electron/main';

/** What an assertion may ask of Electron: its own types, whatever stands behind them. */
export type Electron = typeof Main & Pick<typeof Common, 'nativeImage'>;

/** `electron` is the real one, in the workflow. */
export type Runtime = 'fake' | 'stand-in' | 'electron';
export type Double = Exclude<Runtime, 'electron'>;
export type System = 'linux' | 'darwin' | 'win32';

/** What surrounds the app that is asked. */
export type Outside = {
  readonly place: Runtime;
  /** With the files of `lay-files.ts`, and else empty. */
  readonly folder: string;
  /** The page tries to get by itself to what lies beside it. */
  readonly pageGoesTo: (contents: Main.WebContents, name: string) => Promise<unknown>;
  /** Runs this in the page; ends with what it comes to. */
  readonly pageRuns: (contents: Main.WebContents, code: string) => Promise<unknown>;
  /** Starts the app once more, with this word among its arguments and these data for the first one; ends with the second one's exit code. */
  readonly startAgain: (word: string, data?: unknown) => Promise<number | null>;
};

/** How a whole life of the app ended: what was said in it, in order, and the exit code. */
export type Ending = { readonly said: readonly string[]; readonly code: number | null };

type Way =
  /** Asked of an app that has just been started and is not ready. */
  | { readonly early: (electron: Electron, outside: Outside) => void }
  /** Asked of an app that is ready. */
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
  /** Where Electron says so: a file of its repository, or its declarations. */
  readonly source: string;
  /** Where Electron has it; everywhere, unless it is said. */
  readonly systems?: readonly System[];
  /** Why real Electron cannot be asked by a program alone. */
  readonly unseen?: string;
  /** Doubles that do something else, and what. The runs see to it that they do. */
  readonly differs?: Readonly<Partial<Record<Double, string>>>;
};
