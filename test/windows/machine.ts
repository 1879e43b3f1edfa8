/** One of our programs, running on the machine. */
export type Started = {
  /** Exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Everything it has written so far to standard output and standard error. */
  readonly out: () => string;
  readonly err: () => string;
  /** Kills it at once, without a chance to clean up. */
  readonly kill: () => void;
};

/** A place where Node runs our programs, with folders that the test can see as well. */
export type Machine = {
  /** A folder that is empty at first. */
  readonly home: string;
  /** The name that programs on the machine have for a path below `home`. */
  readonly pathOf: (path: string) => string;
  /** Options that say where the key of the secrets is stored; none for the system's own store. */
  readonly keyWords: (profile: string) => readonly string[];
  /** Runs Node with these arguments in the project's folder; `input` is its standard input. */
  readonly node: (words: readonly string[], input?: string) => Started;
  readonly close: () => Promise<void>;
};
