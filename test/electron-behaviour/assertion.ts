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
