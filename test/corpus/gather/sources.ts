import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

export type Found = {
  readonly path: string;
  readonly bytes: number;
  read(): Uint8Array;
};

export type Source = {
  /** Name of the repository or of the package. */
  readonly key: string;
  /** A commit or a version. */
  readonly version: string;
  readonly files: readonly Found[];
};

/** A file of a repository is at most 5 MB; the rest is room for the listing of a large one. */
const OUTPUT_MAX = 64 * 2 ** 20;

/** Each folder is a clone, bare or not, called owner+name. `wanted`: which names of files. */
export function repositories(folder: string, wanted: RegExp): readonly Source[] {
  const names = readdirSync(folder).filter((name) => /^[\w.-]+\+[\w.-]+$/.test(name));
  return names.toSorted().flatMap((name) => {
    const git = [join(folder, name, 'repo/.git'), join(folder, name, 'repo'), join(folder, name, '.git'), join(folder, name)];
    const directory = git.find((one) => existsSync(join(one, 'HEAD')));
    return directory === undefined ? [] : [repository(name.replace('+', '/'), directory, wanted)];
  });
}

function repository(key: string, directory: string, wanted: RegExp): Source {
  const git = (args: readonly string[]): Buffer => execFileSync('git', [`--git-dir=${directory}`, ...args], { maxBuffer: OUTPUT_MAX });
  const listing = git(['ls-tree', '-r', '-l', '-z', 'HEAD']).toString('utf8').split('\0');
  const files = listing.flatMap((line): readonly Found[] => {
    const [, mode, blob, size, path] = /^(\d+) blob (\w+) +(\d+)\t(.+)$/s.exec(line) ?? [];
    // A link's content is the name of another file.
    if (mode === undefined || mode === '120000' || blob === undefined || path === undefined || !isListable(path, wanted)) return [];
    return [{ path, bytes: Number(size), read: () => git(['cat-file', 'blob', blob]) }];
  });
  return { key, version: git(['rev-parse', 'HEAD']).toString('utf8').trim(), files };
}

type Unpacking = { readonly into: string; readonly wanted: RegExp };

/** Each `.deb` of the folder, unpacked into another. */
export function packages(folder: string, { into, wanted }: Unpacking): readonly Source[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  return names.toSorted().map((name) => {
    const [key = '', version = ''] = basename(name, '.deb').split('_');
    const root = join(into, key);
    if (!existsSync(root)) {
      mkdirSync(root, { recursive: true });
      execFileSync('dpkg-deb', ['-x', join(folder, name), root]);
    }
    return { key: `debian:${key}`, version: decodeURIComponent(version), files: filesUnder(root, wanted) };
  });
}

/** Each `.orig.tar.*` of the folder: what a Debian package is built from, as its authors published it. */
export function sourceArchives(folder: string, { into, wanted }: Unpacking): readonly Source[] {
  const names = readdirSync(folder).filter((name) => /\.orig\.tar\.\w+$/.test(name));
  return names.toSorted().map((name) => {
    const [key = '', version = ''] = name.replace(/\.orig\.tar\.\w+$/, '').split('_');
    const root = join(into, `${key}.orig`);
    if (!existsSync(root)) {
      mkdirSync(root, { recursive: true });
      execFileSync('tar', ['-x', '-f', join(folder, name), '-C', root, '--strip-components=1']);
    }
    return { key: `debian-source:${key}`, version, files: filesUnder(root, wanted) };
  });
}

function filesUnder(root: string, wanted: RegExp): readonly Found[] {
  const entries = readdirSync(root, { withFileTypes: true, recursive: true });
  return entries.flatMap((entry): readonly Found[] => {
    const full = join(entry.parentPath, entry.name);
    const path = relative(root, full);
    if (!entry.isFile() || !isListable(path, wanted)) return [];
    return [{ path, bytes: statSync(full).size, read: () => readFileSync(full) }];
  });
}

/** The list has one line per file, with tabs between its columns. */
function isListable(path: string, wanted: RegExp): boolean {
  return wanted.test(path) && !/[\t\n]/.test(path);
}
