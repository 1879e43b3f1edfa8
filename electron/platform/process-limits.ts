import { networkInterfaces } from 'node:os';
import process from 'node:process';
import { getHeapStatistics } from 'node:v8';

/** What a started process may lack. Each is a word for the log. */
export type Lack = 'heap-limit' | 'gc' | 'no-code-from-strings' | 'permissions' | 'no-network';

/** With `--max-old-space-size=256` V8 tells 448 MiB on 64 bits; without it, 2 GiB and more on a computer that runs Electron. */
const HEAP_BYTES_MAX = 512 * 1_048_576;

/** Electron starts its processes without Node's permission model, and in the network of the computer (ADR-76). */
const IS_ELECTRON = 'parentPort' in process;

/** What this process was to be started with, and was not. Asked before anything is dropped. */
export function lackingLimits(): readonly Lack[] {
  const lacks: Lack[] = [];
  if (!hasHeapLimit()) lacks.push('heap-limit');
  if (globalThis.gc === undefined) lacks.push('gc');
  if (makesCodeOfStrings()) lacks.push('no-code-from-strings');
  if (IS_ELECTRON) return lacks;
  if (!('permission' in process)) lacks.push('permissions');
  // A namespace of its own has one interface, which is down, and Node lists those that are up.
  if (process.platform === 'linux' && Object.keys(networkInterfaces()).length > 0) lacks.push('no-network');
  return lacks;
}

/** Without them a large file may take the memory of the whole computer. */
export function hasMemoryLimits(): boolean {
  return globalThis.gc !== undefined && hasHeapLimit();
}

function hasHeapLimit(): boolean {
  return getHeapStatistics().heap_size_limit <= HEAP_BYTES_MAX;
}

function makesCodeOfStrings(): boolean {
  try {
    return Reflect.construct(Function, ['return true'])() === true;
  } catch {
    return false;
  }
}
