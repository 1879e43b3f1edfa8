import { createHash } from 'node:crypto';

/** All that happened in a run, in its order, as one digest: two runs of a seed are the same bit for bit, or this differs. */
export type Trace = {
  note(text: string): void;
  digest(): string;
  readonly lines: readonly string[];
};

/** Gathered before they are digested: a call for each line costs more than the line. */
const BATCH = 256;

/** `keep` for a person who wants to read it. */
export function newTrace(nowMs: () => number, keep: boolean): Trace {
  const hash = createHash('sha256');
  const lines: string[] = [];
  let batch: string[] = [];
  const flush = (): void => {
    hash.update(batch.join('\n'));
    batch = [];
  };
  return {
    note(text) {
      const line = `${(nowMs() / 1000).toFixed(3)} ${text}`;
      if (keep) lines.push(line);
      if (batch.push(line) === BATCH) flush();
    },
    digest() {
      flush();
      return hash.copy().digest('hex').slice(0, 24);
    },
    lines,
  };
}
