import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Modules that open, copy and inspect journals and stores: given Windows paths, they have to find the real disk. */
const OF_REAL_DISK = new Set(['node:fs', 'node:fs/promises', 'node:sqlite']);
const SCHEME = 'windows-paths:';
const WITH_DRIVE = /^[A-Za-z]:\\/;
/** Functions that return a path. */
const ANSWERS_PATH = new Set(['mkdtempSync']);

let taken = false;

/**
 * From now on this thread looks like Windows to all project code that it loads: `node:path` is `path.win32`, and `process.platform` says so.
 * The product imports both as in production, so it runs unchanged, with what Windows will load. SQLite stays real: its files are on drive
 * `C:`, which is the root of the real disk. On Windows itself this does nothing. Call it before any product code is loaded.
 */
export function takeWindowsPaths(): void {
  if (taken || process.platform === 'win32') return;
  taken = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (context.parentURL === undefined || !isOurs(context.parentURL)) return nextResolve(specifier, context);
      if (specifier === 'node:path') return nextResolve('node:path/win32', context);
      if (!OF_REAL_DISK.has(specifier)) return nextResolve(specifier, context);
      return { url: SCHEME + specifier, format: 'module', shortCircuit: true };
    },
    load(url, context, nextLoad) {
      if (!url.startsWith(SCHEME)) return nextLoad(url, context);
      return { format: 'module', shortCircuit: true, source: translated(url.slice(SCHEME.length)) };
    },
  });
  locationsOnDrive();
  Object.defineProperty(process, 'platform', { value: 'win32' });
}

/** A path of the real disk as this thread spells it: with its drive under Windows rules. */
export function onDrive(path: string): string {
  return taken ? `C:${path.replaceAll('/', '\\')}` : resolve(path);
}

function isOurs(url: string): boolean {
  return url.startsWith('file:') && !url.includes('/node_modules/') && url !== import.meta.url;
}

/** Source of a module like the real one whose functions all take Windows paths. */
function translated(name: string): string {
  const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((key) => key !== 'default');
  const lines = names.map((key) => `export const ${key} = onRealDisk(real.${key}, '${key}');`);
  return `import * as real from '${name}';\nimport { onRealDisk } from '${import.meta.url}';\n${lines.join('\n')}\n`;
}

/**
 * The same function or class, taking Windows paths and passing on those of the real disk. Any other value is returned as it is.
 *
 * @public The modules that are generated above import it.
 */
export function onRealDisk(real: unknown, name: string): unknown {
  if (typeof real !== 'function') return real;
  return new Proxy(real, {
    apply(target, self, values: readonly unknown[]) {
      const answer: unknown = Reflect.apply(target, self, values.map(onHost));
      return ANSWERS_PATH.has(name) ? onDrive(String(answer)) : answer;
    },
    construct: (target, values: readonly unknown[]) => Reflect.construct(target, values.map(onHost)),
  });
}

function onHost(value: unknown): unknown {
  return typeof value === 'string' && WITH_DRIVE.test(value) ? value.slice(2).replaceAll('\\', '/') : value;
}

/** Makes a database report its location as a Windows path. */
function locationsOnDrive(): void {
  const real: unknown = Reflect.get(DatabaseSync.prototype, 'location');
  if (typeof real !== 'function') throw new Error('no SQLite here');
  Object.defineProperty(DatabaseSync.prototype, 'location', {
    value(this: DatabaseSync, ...of: unknown[]): string | null {
      const path: unknown = Reflect.apply(real, this, of);
      return typeof path === 'string' ? onDrive(path) : null;
    },
  });
}
