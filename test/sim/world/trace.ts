import { createHash } from 'node:crypto';

/** Everything that happened in a run, in order, as one digest. Two runs of a seed have the same digest only if they are identical bit for bit. */
export type Trace = {
  note(text: string): void;
  digest(): string;
  readonly lines: readonly string[];
};

/** Lines are collected before hashing: a hash call for each line costs more than the line. */
const BATCH = 256;

/** `keep` keeps the lines for a person to read. */
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
