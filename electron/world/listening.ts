/** What a way of listening tells. `heard` may come for nothing; after `failed` it may hear only a part. */
export type ListeningTells = {
  readonly heard: () => void;
  /** From now on it hears all of the folder. */
  readonly ready: () => void;
  readonly failed: (code: string) => void;
};

export type Listening = { close(): Promise<void> };
