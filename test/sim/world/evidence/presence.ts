type Time = { readonly fromMs: number; toMs: number | null };

/** When each content lay in a folder of each type, as people and scanners left it; for the checker of invariant 20. */
export class Presence {
  readonly #times = new Map<string, Time[]>();

  /** From this moment on exactly these contents are there, by `type sha256`. */
  note(there: ReadonlySet<string>, atMs: number): void {
    for (const [key, times] of this.#times) {
      const last = times.at(-1);
      if (last?.toMs === null && !there.has(key)) last.toMs = atMs;
    }
    for (const key of there) {
      const times = this.#times.get(key) ?? [];
      if (times.at(-1)?.toMs !== null) times.push({ fromMs: atMs, toMs: null });
      this.#times.set(key, times);
    }
  }

  /** How long before this moment it was last there: 0 if it was there then, null if it had never been. */
  absentMs(key: string, atMs: number): number | null {
    const before = (this.#times.get(key) ?? []).filter(({ fromMs }) => fromMs <= atMs);
    return before.length === 0 ? null : Math.min(...before.map(({ toMs }) => Math.max(0, atMs - (toMs ?? atMs))));
  }
}
