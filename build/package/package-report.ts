import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { getRawHeader } from '@electron/asar';
import { columns } from '../demo/verdict-table.ts';

/** The size of an unpacked app by part: each of our own parts, and everything of Electron as one. */
export function packageReport(folder: string): string {
  const parts = packageParts(folder);
  const rows = [...parts].sort((a, b) => b[1] - a[1]).map(([name, bytes]) => [name, mebibytes(bytes)]);
  const all = [...parts.values()].reduce((sum, bytes) => sum + bytes, 0);
  return `\n${columns([[basename(folder), 'MiB'], ...rows, ['all', mebibytes(all)]])}\n\n`;
}

/** Bytes by part, unpacked. */
export function packageParts(folder: string): ReadonlyMap<string, number> {
  const parts = new Map<string, number>();
  const add = (name: string, bytes: number): void => void parts.set(name, (parts.get(name) ?? 0) + bytes);
  for (const path of filesUnder(folder)) {
    const { size } = statSync(join(folder, path));
    if (path.endsWith('app.asar')) for (const [name, bytes] of asarParts(join(folder, path))) add(name, bytes);
    else if (path.includes('app.asar.unpacked')) add(unpackedPart(path), size);
    else if (path.includes('/legal/')) add('licences and bill of materials', size);
    else add('Electron', size);
  }
  return parts;
}

function unpackedPart(path: string): string {
  if (path.endsWith('.node')) return 'keychain’s compiled part';
  return /\.wasm(\.zst)?$/.test(path) ? 'codecs that a person may replace' : 'fonts';
}

function asarParts(file: string): ReadonlyMap<string, number> {
  const parts = new Map<string, number>();
  const walk = (node: AsarNode, path: string): void => {
    for (const [name, child] of Object.entries(node.files ?? {})) walk(child, `${path}/${name}`);
    const part = /^\/(dist\/[^/]+|[^/]+)/.exec(path)?.[1];
    // Files unpacked beside the archive are counted there.
    if (part !== undefined && node.size !== undefined && node.unpacked !== true) parts.set(part, (parts.get(part) ?? 0) + node.size);
  };
  walk(getRawHeader(file).header, '');
  return parts;
}

type AsarNode = { readonly files?: Readonly<Record<string, AsarNode>>; readonly size?: number; readonly unpacked?: boolean };

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(2);
}
