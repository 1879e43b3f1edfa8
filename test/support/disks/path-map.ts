import native, { type PlatformPath } from 'node:path';

/** What a disk contains, by path, looked up by the rules of its system. */
export type PathMap<T> = Map<string, T> & {
  /** The path as it was first written; the path itself if nothing is there. */
  nameOf(path: string): string;
};

/** By the rules of this system, or of the given flavour. */
export function pathMap<T>(flavour: PlatformPath = native): PathMap<T> {
  return flavour.sep === '\\' ? new WindowsMap<T>() : new PosixMap<T>();
}

/** Whether this path is somewhere below the folder, judged by the names alone. */
export function liesBelow(path: string, folder: string, flavour: PlatformPath = native): boolean {
  if (flavour.sep === '/') return path.startsWith(`${folder}/`);
  return path.length > folder.length && folded(path).startsWith(`${folded(folder)}\\`);
}

/** Whether both paths name the same place. */
export function isSamePath(one: string, other: string, flavour: PlatformPath = native): boolean {
  return flavour.sep === '\\' ? folded(one) === folded(other) : one === other;
}

/** Whether both names denote the same file of a folder. */
export function isSameName(one: string, other: string, flavour: PlatformPath = native): boolean {
  return one === other || (flavour.sep === '\\' && one.toLowerCase() === other.toLowerCase());
}

/** Whether Windows refuses this path because of one of its names: one with reserved characters, of a device, or with a dot or a space at the end. */
export function isRefusedName(path: string, flavour: PlatformPath = native): boolean {
  return flavour.sep === '\\' && spelled(path).slice(flavour.parse(path).root.length).split('\\').some(isOfWindows);
}

const OF_DEVICES = /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(\.|$)/i;
// oxlint-disable-next-line no-control-regex -- Windows refuses them in names
const RESERVED = /[<>:"|?*\u0000-\u001F]|[. ]$/;

function isOfWindows(name: string): boolean {
  return OF_DEVICES.test(name) || RESERVED.test(name);
}

class PosixMap<T> extends Map<string, T> {
  nameOf(path: string): string {
    return path;
  }
}

/** Names are kept as they were first written, and found in any letter case and with either slash. */
class WindowsMap<T> extends Map<string, T> {
  /** By the form that all spellings of one path share. */
  readonly #names = new Map<string, string>();

  override get(path: string): T | undefined {
    return super.get(this.nameOf(path));
  }

  override has(path: string): boolean {
    return super.has(this.nameOf(path));
  }

  override set(path: string, value: T): this {
    const name = this.nameOf(path);
    this.#names.set(folded(path), name);
    return super.set(name, value);
  }

  override delete(path: string): boolean {
    const was = super.delete(this.nameOf(path));
    this.#names.delete(folded(path));
    return was;
  }

  override clear(): void {
    super.clear();
    this.#names.clear();
  }

  nameOf(path: string): string {
    return this.#names.get(folded(path)) ?? spelled(path);
  }
}

/** With backslashes, and none at the end except for a drive. */
function spelled(path: string): string {
  const own = path.replaceAll('/', '\\');
  return own.endsWith('\\') && own.length > 3 ? own.slice(0, -1) : own;
}

/** A path that begins with a slash is on the current drive: there is only one. */
function folded(path: string): string {
  const low = spelled(path).toLowerCase();
  return low.startsWith('\\') && !low.startsWith('\\\\') ? `c:${low}` : low;
}
