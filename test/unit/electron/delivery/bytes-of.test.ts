import { describe, expect, it } from 'vitest';
import { aCompany, aFile, aFolder, anOpenJournal } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, shownBytes } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';

/** One scan that was sent: its private copy is gone, and its file is in the folder. */
async function setUp() {
  const open = anOpenJournal();
  const files = memoryFiles();
  const service = aService();
  const folder = aFolder(open, aCompany(open));
  const path = `${folder.path}/scan`;
  files.all.set(path, Buffer.from('scan'));
  const { itemId } = open.journal.intake.enqueue(aFile(folder, { name: 'scan', content: 'scan' }));
  const life = aLife({ ...open, files, upload: async (what) => service.take(what) });
  await life.delivery.start();
  await open.clock.settle();
  return { ...life, files, path, itemId };
}

describe('the bytes to look at', () => {
  it('are those of the file, where it still is what was sent', async () => {
    const { delivery, itemId } = await setUp();
    expect((await shownBytes(delivery, itemId)).toString()).toBe('scan');
  });

  it('are never those of another content in the same place', async () => {
    const { delivery, itemId, files, path } = await setUp();
    files.all.set(path, Buffer.from('another'));
    expect(await delivery.bytesOf(itemId)).toEqual({ ok: false, failure: 'changed' });
  });

  it('are said to be gone where the file is', async () => {
    const { delivery, itemId, files, path } = await setUp();
    files.all.delete(path);
    expect(await delivery.bytesOf(itemId)).toEqual({ ok: false, failure: 'gone' });
  });
});
