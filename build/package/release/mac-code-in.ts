import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';

/** How a program or library of macOS begins: for one processor, and for several. */
const BEGINNINGS = new Set(['cffaedfe', 'cefaedfe', 'feedfacf', 'feedface', 'cafebabe', 'cafebabf']);
const BUNDLE = /\.(app|framework|xpc|bundle|plugin)$/;

/**
 * All that has to be signed in an app, the innermost first and the app itself last: programs and libraries, and the bundles around them. The main
 * program of a bundle is signed together with it, and links are not followed: what they lead to is there by its own path.
 */
export function macCodeIn(app: string): readonly string[] {
  return [...codeWithin(app, app), app];
}

function codeWithin(folder: string, bundle: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return BUNDLE.test(entry.name) ? [...codeWithin(path, path), signedPlace(path)] : codeWithin(path, bundle);
      const isMain = entry.name === basename(bundle).replace(BUNDLE, '') && /\/(MacOS|Versions\/\w+)$/.test(folder.replaceAll('\\', '/'));
      return entry.isFile() && !isMain && isCode(path) ? [path] : [];
    });
}

/** A framework is signed as the version that it has. */
function signedPlace(bundle: string): string {
  if (!bundle.endsWith('.framework')) return bundle;
  const [version = 'A'] = readdirSync(join(bundle, 'Versions'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  return join(bundle, 'Versions', version);
}

function isCode(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const first = Buffer.alloc(4);
    return readSync(descriptor, first, 0, 4, 0) === 4 && BEGINNINGS.has(first.toString('hex'));
  } finally {
    closeSync(descriptor);
  }
}
