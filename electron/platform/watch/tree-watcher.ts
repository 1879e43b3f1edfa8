/** What a way of listening tells. `heard` may come for nothing; after `failed` it may hear only a part. */
export type TreeWatcherEvents = {
  /** Where other disks begin, which may hang. */
  readonly others: () => ReadonlySet<string>;
  readonly heard: () => void;
  /** From now on it hears all of the folder. */
  readonly ready: () => void;
  readonly failed: (code: string) => void;
};

export type TreeWatcher = { close(): Promise<void> };
