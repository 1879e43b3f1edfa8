/** Events of a tree watcher. `heard` may come without a cause; after `failed` only a part may be watched. */
export type TreeWatcherEvents = {
  /** Mount points of other disks, which may hang. */
  readonly others: () => ReadonlySet<string>;
  readonly heard: () => void;
  /** From now on the whole folder is watched. */
  readonly ready: () => void;
  readonly failed: (code: string) => void;
};

export type TreeWatcher = { close(): Promise<void> };
