/** A program of ours that was started there. */
export type Started = {
  /** Its code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** All that it has said until now, on standard output and on standard error. */
  readonly out: () => string;
  readonly err: () => string;
  /** At once, without a last word. */
  readonly kill: () => void;
};

/** A place where Node runs our programs, with folders that this program sees too. */
export type Machine = {
  /** Empty at first. */
  readonly home: string;
  /** What programs there call a path below `home`. */
  readonly pathOf: (path: string) => string;
  /** Where the key of the secrets is kept: nothing for the system's own store. */
  readonly keyWords: (profile: string) => readonly string[];
  /** Runs Node with these words in the folder of the project; `input` is its standard input. */
  readonly node: (words: readonly string[], input?: string) => Started;
  readonly close: () => Promise<void>;
};
