import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KnownFile } from '#electron/intake/store.ts';
import { sweep } from '#electron/intake/folder/sweep.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { fail } from '#shared/lib/result.ts';
import type { Files } from '#shared/ports/files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

/** A real folder with these files, all of them known as they are. */
async function aKnownFolder(...paths: string[]) {
  const root = join(tempFolder(), 'scans');
  mkdirSync(root);
  put(root, ...paths);
  const first = await sweep({ files: nodeFiles(), path: root, known: new Map(), subfolders: true });
  const known = new Map<string, KnownFile>(first.kind === 'seen' ? first.fresh.map(({ relativePath, pair }) => [relativePath, pair]) : []);
  const again = (files: Partial<Files> = {}) => sweep({ files: { ...nodeFiles(), ...files }, path: root, known, subfolders: true });
  return { root, known, again };
}

function put(root: string, ...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path);
  }
}

const level = (depth: number): string => Array.from({ length: depth }, (_, at) => `l${at + 1}`).join('/');

describe('a walk over a folder', () => {
  it('forgets nothing below a part that does not let itself be listed, and goes on elsewhere', async () => {
    const { root, again } = await aKnownFolder('a.pdf', 'locked/b.pdf', 'locked/deep/c.pdf', 'open/d.pdf');
    put(root, 'open/new.pdf');
    const files = nodeFiles();
    const list: Files['list'] = async (path) => (path.includes('locked') ? fail({ kind: 'denied', code: 'EACCES' }) : files.list(path));
    const swept = await again({ list });
    // Files in a folder that it does not open are neither missing nor recognised.
    expect(swept).toMatchObject({ kind: 'seen', vanished: [], unchanged: 2, expected: 2, recognised: 2 });
    expect(swept.kind === 'seen' && swept.fresh.map(({ relativePath }) => relativePath)).toEqual(['open/new.pdf']);
  });

  it('forgets what lay in a part that is certainly gone', async () => {
    const { root, again } = await aKnownFolder('a.pdf', 'gone/b.pdf');
    renameSync(join(root, 'gone'), join(dirname(root), 'elsewhere'));
    expect(await again()).toMatchObject({ kind: 'seen', vanished: ['gone/b.pdf'], unchanged: 1, expected: 2, recognised: 1 });
  });

  it('recognises what has its result, though nothing is to be done about it', async () => {
    const { root, known } = await aKnownFolder('a.pdf', 'Sent/b.pdf');
    const swept = await sweep({ files: nodeFiles(), path: root, known, subfolders: true, resultFolders: ['Sent'] });
    expect(swept).toMatchObject({ kind: 'seen', fresh: [], vanished: [], unchanged: 1, expected: 2, recognised: 2 });
  });

  it('says nothing about its files when another folder takes its place in the middle', async () => {
    const { root, again } = await aKnownFolder('a.pdf', 'b.pdf');
    const files = nodeFiles();
    const list: Files['list'] = async (path) => {
      renameSync(root, `${root}-before`);
      mkdirSync(root);
      return files.list(path);
    };
    expect(await again({ list })).toEqual({ kind: 'away', state: 'missing' });
  });

  it('counts what lies deeper than sixteen levels, names the first, and forgets nothing below it', async () => {
    const { root, again } = await aKnownFolder(`${level(16)}/a.pdf`, `${level(17)}/old.pdf`);
    put(root, `${level(16)}/b.pdf`, `${level(17)}/c.pdf`, `${level(16)}/other/d.pdf`, `${level(16)}/.hidden/e.pdf`);
    const swept = await again();
    expect(swept).toMatchObject({ kind: 'seen', vanished: [], unchanged: 1, tooDeep: { folders: 2 } });
    expect(swept.kind === 'seen' && [level(17), `${level(16)}/other`]).toContain(swept.kind === 'seen' && swept.tooDeep?.first);
    expect(swept.kind === 'seen' && swept.fresh.map(({ relativePath }) => relativePath)).toEqual([`${level(16)}/b.pdf`]);
  });

  it('ends in a tree without an end, as a junction in circles is one', async () => {
    const { root } = await aKnownFolder('a.pdf', 'sub/b.pdf');
    const files = nodeFiles();
    let listed = 0;
    // Every path below the sub-folder gets the listing of the watched folder itself.
    const list: Files['list'] = async (path) => {
      listed += 1;
      return files.list(path.slice(root.length).includes('sub') ? root : path);
    };
    const swept = await sweep({ files: { ...files, list }, path: root, known: new Map(), subfolders: true });
    expect(swept.kind).toBe('seen');
    expect(listed).toBeLessThan(40);
  });
});
