import { appendFileSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join, sep } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forkChild } from '#electron/file-process/fork-child.ts';
import { openDisks } from '#electron/file-process/open-disks.ts';
import type { Child, StartChild } from '#electron/file-process/questions.ts';
import type { DiskTable } from '#electron/platform/volumes/disk-table.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { nodeClock } from '#shared/node/clock.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_JUNCTIONS, NO_LINKS, unless } from '#test/support/why-skipped.ts';
import { answerQuestions } from '#electron/file-process/answer-questions.ts';

const ENTRY = new URL('../../../../electron/file-process/main.ts', import.meta.url);
const ITEM = '3b0c1d9e-7a54-4b3e-9f0a-1c2d3e4f5a6b' as ItemId;

/** The real process, on a folder that the table marks as one that may hang, and one beside it. */
function disks() {
  const root = realpathSync(tempFolder());
  const [nas, local, profile] = ['nas', 'local', 'profile'].map((name) => {
    mkdirSync(join(root, name));
    return join(root, name);
  }) as [string, string, string];
  mkdirSync(join(profile, 'spool'));
  const table: DiskTable = {
    foreign: (path) => (path === nas || path.startsWith(`${nas}${sep}`) ? nas : null),
    points: () => new Set([nas]),
    onChange: () => () => undefined,
  };
  const started: Child[] = [];
  const fork = forkChild(ENTRY);
  const start: StartChild = (writes) => {
    const child = fork(writes);
    started.push(child);
    return child;
  };
  const open = openDisks({ clock: nodeClock(), log: recordingLog(), profile, start, table });
  onTestFinished(() => open.end());
  return { ...open, root, nas, local, profile, started };
}

describe('the disks of this computer', () => {
  it('are not asked where a link leads to one that may hang', unless(NO_LINKS), async () => {
    const { files, nas, local, started } = disks();
    mkdirSync(join(local, 'below'));
    symlinkSync(nas, join(local, 'to the share'));
    symlinkSync(join(local, 'below'), join(local, 'to a folder'));
    const listed = await files.list(local);
    const special = listed.ok
      ? listed.value.map((entry) => [entry.name, entry.special]).toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))
      : [];
    expect(special).toEqual([
      ['below', null],
      ['to a folder', 'folder-link'],
      ['to the share', null],
    ]);
    expect(started).toEqual([]);
  });

  it('are read by a process, which says what a file is and writes its copy; the bytes stay on the disk', async () => {
    const { reader, nas, local, profile, started } = disks();
    reader.ready();
    for (const folder of [local, nas]) {
      const bytes = aPdf('a');
      const path = join(folder, 'a.pdf');
      writeFileSync(path, bytes);
      const copy = { path: join(profile, 'spool', 'copy'), itemId: ITEM, sha256: null };
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(await reader.read({ path, root: folder, want: 'verdict', copy })).toMatchObject({
        ok: true,
        value: { sha256, inspected: { kind: 'fit', mediaType: 'application/pdf' }, copied: { kind: 'copied', bytes: bytes.byteLength } },
      });
      expect(readFileSync(copy.path).subarray(-bytes.byteLength)).toEqual(Buffer.from(bytes));
    }
    expect(await reader.read({ path: join(local, 'none.pdf'), root: local, want: 'hash', copy: null })).toEqual({
      ok: false,
      failure: { kind: 'gone', code: 'ENOENT' },
    });
    expect(started).toHaveLength(2);
  });

  it('say the same of what may hang as of what may not, by way of a process', async () => {
    const { files, nas, started } = disks();
    const real = nodeFiles();
    const path = join(nas, 'a.pdf');
    writeFileSync(path, 'content');
    const options = { root: nas, bytesMax: 99 };
    const { kind, bytes, modifiedAt, changedAt, identity, inode, noBlocks } = statOf(await real.stat(path));
    expect(await files.stat(path)).toEqual({ ok: true, value: { kind, bytes, modifiedAt, changedAt, identity, inode, noBlocks } });
    expect(await files.list(nas)).toMatchObject({ ok: true, value: [{ name: 'a.pdf', stat: { kind: 'file', bytes: 7, identity } }] });
    expect(await files.read(path, options)).toMatchObject({
      ok: true,
      value: { stat: { bytes: 7 }, bytes: new Uint8Array(Buffer.from('content')) },
    });
    expect(await files.realPath(path)).toEqual(await real.realPath(path));
    expect(await files.findMount(path)).toBe(await real.findMount(path));
    expect(await files.stat(join(nas, 'none'))).toEqual({ ok: false, failure: { kind: 'gone', code: 'ENOENT' } });
    expect(await files.makeFolder(join(nas, 'done'), 'user')).toEqual({ ok: true, value: null });
    const move = { root: nas, from: path, to: join(nas, 'done', 'a.pdf'), bytes: Buffer.from('content'), resumed: false };
    expect(await files.moveWithoutReplacing(move)).toEqual({ ok: true, value: 'moved' });
    expect(await files.writeBeside(join(nas, 'note.txt'), Buffer.from('why'))).toEqual({ ok: true, value: 'written' });
    expect(readFileSync(join(nas, 'note.txt'), 'utf8') + String(existsSync(join(nas, 'done', 'a.pdf')))).toBe('whytrue');
    expect(started).toHaveLength(1);
  });

  it('ask local ones right here, and name where others begin without asking those', async () => {
    const { files, root, local, started } = disks();
    expect(await files.list(root)).toMatchObject({ ok: true });
    const listed = await files.list(root);
    const nas = listed.ok ? listed.value.find(({ name }) => name === 'nas') : undefined;
    expect(nas?.stat).toMatchObject({ kind: 'folder', inode: 0 });
    expect(await files.stat(local)).toMatchObject({ ok: true });
    expect(started).toHaveLength(0);
  });

  it('are heard through the process of a place, until the watch is closed', { timeout: 30_000 }, async () => {
    const { files, nas } = disks();
    const rung = Promise.withResolvers<string>();
    let isReady = Promise.withResolvers<void>();
    const watch = files.watch(nas, (ring) => {
      isReady.resolve();
      if (existsSync(join(nas, 'new.pdf'))) rung.resolve(ring.kind);
    });
    await isReady.promise;
    isReady = Promise.withResolvers();
    writeFileSync(join(nas, 'new.pdf'), 'a');
    appendFileSync(join(nas, 'new.pdf'), 'b');
    expect(await rung.promise).toBe('look');
    await watch.close();
  });

  it('answer nothing after the end', async () => {
    const { files, reader, end, nas, local } = disks();
    const asked = files.stat(nas);
    end();
    const ended = { ok: false, failure: { kind: 'other', code: 'READER_ENDED' } };
    expect(await asked).toEqual(ended);
    expect(await reader.read({ path: join(local, 'a.pdf'), root: local, want: 'hash', copy: null })).toEqual(ended);
  });
});

function statOf<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

/** What a disk's process says about the entries of a folder. */
async function listedAt(path: string, platform: NodeJS.Platform): Promise<unknown> {
  return new Promise((resolve) => {
    const ask = answerQuestions((said) => said.kind === 'answer' && resolve(said.answer), platform);
    ask({ id: 1, isLookedInto: false, asked: { kind: 'call', name: 'list', args: [path], others: [] } });
  });
}

const entryOf = (name: string, kind: string, special: 'folder-link' | null) => ({ name, stat: { kind }, special });

describe('a link on a share, or on a disk that was plugged in', () => {
  it('is not followed on Windows, where it could lead to a computer that nobody knows', unless(NO_JUNCTIONS), async () => {
    const [root, outside] = [tempFolder(), tempFolder()];
    symlinkSync(outside, join(root, 'link'), 'junction');
    expect(await listedAt(root, 'win32')).toMatchObject({ value: [entryOf('link', 'link', null)] });
    expect(await listedAt(root, 'linux')).toMatchObject({ value: [entryOf('link', 'link', 'folder-link')] });
  });
});
