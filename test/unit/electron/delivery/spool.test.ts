import { win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyHeader } from '#shared/domain/folder/copy-header.ts';
import { spool, type Spool } from '#electron/delivery/spool.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { memoryFiles } from './memory-files.ts';

const FOLDER = '/profile/spool';
const [A, B] = ['aaaaaaaa-0000-4000-8000-000000000001' as ItemId, 'bbbbbbbb-0000-4000-8000-000000000002' as ItemId];

/** Several lives of one disk. */
function setUp(files = memoryFiles()) {
  const random = seededRandom(5);
  const life = async (wanted: readonly ItemId[] = []) => {
    const copies = spool({ files, random, folder: FOLDER, isLow: () => files.free === 0 });
    await copies.tidy((itemId) => wanted.includes(itemId));
    return copies;
  };
  return { files, random, life, paths: () => [...files.all.keys()] };
}

/** As the reader does. */
async function write(files: ReturnType<typeof memoryFiles>, copies: Spool, itemId: ItemId, text: string): Promise<void> {
  const path = copies.take();
  await files.writeOver(path, [copyHeader(itemId, text.length), Buffer.from(text)]);
  await copies.keep(itemId, { path, bytes: text.length });
}

/** Stands for a comparison by hash. */
const is = (text: string) => async (bytes: Uint8Array) => Buffer.from(bytes).toString() === text;
const textOf = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString());

describe('private copies', () => {
  it('are written over what is not needed any more, and read without what was longer', async () => {
    const { files, life, paths } = setUp();
    const copies = await life();
    await write(files, copies, A, 'a long one of an item that is received');
    await copies.drop(A);
    const [path] = paths();
    await write(files, copies, B, 'short');
    expect(paths()).toEqual([path]);
    expect(textOf(await copies.read(B, is('short')))).toBe('short');
    expect(await copies.read(A, async () => true)).toBeNull();
  });

  it('do not lie idle where room is low', async () => {
    const { files, life, paths } = setUp();
    const copies = await life();
    await write(files, copies, A, 'received');
    files.free = 0;
    await copies.drop(A);
    expect(paths()).toEqual([]);
  });

  it('are found by the next life, which removes what nobody wants', async () => {
    const { files, life, paths } = setUp();
    const first = await life();
    await write(files, first, A, 'under way');
    await write(files, first, B, 'received');
    const second = await life([A]);
    expect(textOf(await second.read(A, is('under way')))).toBe('under way');
    expect(paths()).toHaveLength(1);
  });

  it('never take the room of one that is wanted', async () => {
    const { files, life } = setUp();
    await write(files, await life(), A, 'under way');
    const second = await life([A]);
    for (let round = 0; round < 3; round += 1) {
      await write(files, second, B, 'another one');
      await second.drop(B);
    }
    expect(textOf(await second.read(A, is('under way')))).toBe('under way');
  });

  it('are none when a power cut left half of the old one, or no header', async () => {
    const { files, life, paths } = setUp();
    const first = await life();
    await write(files, first, A, 'whole');
    const [path = ''] = paths();
    const half = Buffer.from(files.all.get(path) ?? '');
    files.all.set(path, Buffer.concat([half.subarray(0, -2), Buffer.from('??')]));
    files.all.set(`${FOLDER}/cut`, Buffer.from('intray-co'));
    const second = await life([A]);
    expect(await second.read(A, is('whole'))).toBeNull();
    expect(paths()).toEqual([path]);
    await write(files, second, A, 'whole');
    expect(textOf(await second.read(A, is('whole')))).toBe('whole');
  });

  it('that another program has open just then, which Windows lets nobody remove, are removed by the next life', async () => {
    const { files, life, paths } = setUp(memoryFiles(win32));
    const first = await life();
    await write(files, first, A, 'received');
    const [path = ''] = paths();
    files.open.set(path.toUpperCase(), 1);
    await first.drop(A);
    await first.rest();
    expect(paths()).toEqual([path]);
    await life();
    expect(paths()).toEqual([]);
  });

  it('of an older version, a file each, are still read', async () => {
    const { files, life } = setUp();
    files.all.set(`${FOLDER}/${A}`, Buffer.from('as it was'));
    expect(textOf(await (await life([A])).read(A, is('as it was')))).toBe('as it was');
  });

  it('leave nothing behind when all is at rest, and are found again when the start could not list them', async () => {
    const { files, random, life, paths } = setUp();
    await write(files, await life(), A, 'under way');
    let away = true;
    const list: typeof files.list = (path) =>
      away ? Promise.resolve({ ok: false, failure: { kind: 'other', code: 'EIO' } }) : files.list(path);
    const copies = spool({ files: { ...files, list }, random, folder: FOLDER, isLow: () => files.free === 0 });
    await copies.tidy((itemId) => itemId === A);
    await write(files, copies, B, 'new');
    expect(await copies.read(A, is('under way'))).toBeNull();
    away = false;
    expect(textOf(await copies.read(A, is('under way')))).toBe('under way');
    expect(textOf(await copies.read(B, is('new')))).toBe('new');
    await Promise.all([copies.drop(A), copies.drop(B)]);
    await copies.rest();
    expect(paths()).toEqual([]);
  });
});
