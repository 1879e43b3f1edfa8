import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { deserialize, serialize } from 'node:v8';
import type { SecondStart } from '#test/support/fake-electron/fake-app.ts';

const SECOND_START = 'SIGUSR2';

/** A file with the first start's process id. A second start writes its arguments beside it, and signals the first. */
export class InstanceLock {
  readonly #path: string;
  readonly #hear: () => void;

  /** Null if another program has the lock; that program is told about `own`. */
  static take(path: string, hear: (second: SecondStart) => void, own: SecondStart): InstanceLock | null {
    return rang(path, own) ? null : new InstanceLock(path, hear);
  }

  private constructor(path: string, hear: (second: SecondStart) => void) {
    this.#path = path;
    this.#hear = () => {
      for (const message of messagesBeside(path)) {
        hear(deserialize(readFileSync(message)) as SecondStart);
        rmSync(message);
      }
    };
    writeFileSync(path, String(process.pid));
    process.on(SECOND_START, this.#hear);
  }

  release(): void {
    process.off(SECOND_START, this.#hear);
    rmSync(this.#path, { force: true });
  }
}

function rang(path: string, own: SecondStart): boolean {
  try {
    const first = Number(readFileSync(path, 'utf8'));
    process.kill(first, 0);
    const message = `${path}.${process.pid}`;
    writeFileSync(`${message}.new`, serialize(own));
    renameSync(`${message}.new`, message);
    return process.kill(first, SECOND_START);
  } catch {
    // No file, or no such process: the lock is free.
    return false;
  }
}

function messagesBeside(path: string): readonly string[] {
  const [folder, name] = [dirname(path), basename(path)];
  return readdirSync(folder)
    .filter((each) => each.startsWith(`${name}.`) && !each.endsWith('.new'))
    .map((each) => join(folder, each));
}
