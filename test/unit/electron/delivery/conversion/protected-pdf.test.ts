import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { item } from '#test/unit/electron/journal/an-open-journal.ts';
import { type LifeOf, SPOOL } from '../a-life.ts';
import { anUnfitScan, convert, convertAndSend, MADE } from './an-unfit-scan.ts';

const PASSWORD = 'Été-2026-geheim';

async function aProtectedPdf(changes: Partial<LifeOf> = {}) {
  const all = await anUnfitScan(changes, { problem: { kind: 'password' } });
  all.converter.password = PASSWORD;
  return all;
}

describe('a protected PDF', () => {
  it('is opened by its password alone, and is sent once the person agrees', async () => {
    const all = await aProtectedPdf();
    for (const password of [undefined, '', 'wrong']) {
      expect((await convert(all.delivery, all.itemId, password)).news).toEqual([{ kind: 'fault', fault: 'password-wrong' }]);
    }
    expect(await convertAndSend(all.delivery, all.itemId, PASSWORD)).toBe('sent');
    await all.clock.settle();
    expect(all.service.requests.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([MADE]);
    expect(item(all, all.itemId)).toMatchObject({ conversion: { from: 'pdf' }, state: { kind: 'awaiting' } });
  });

  it('leaves its password nowhere: not in the journal, not in the log, not in a copy', async () => {
    const all = await aProtectedPdf();
    await convertAndSend(all.delivery, all.itemId, PASSWORD);
    await convert(all.delivery, all.itemId, `${PASSWORD} `);
    await all.clock.advance(MINUTE_MS);
    await all.delivery.close(0);
    const disk = [all.file, `${all.file}-wal`].map((path) => readFileSync(path));
    const kept = Buffer.concat([...disk, ...all.files.all.values(), Buffer.from(JSON.stringify(all.log))]);
    expect(kept.byteLength).toBeGreaterThan(10_000);
    expect(kept.includes(PASSWORD)).toBe(false);
    expect(kept.includes(Buffer.from(PASSWORD, 'utf16le'))).toBe(false);
  });

  it('is unfit as before if the version is lost, since nobody but the person can make it again', async () => {
    const all = await aProtectedPdf({ parallel: () => 0 });
    await convertAndSend(all.delivery, all.itemId, PASSWORD);
    await all.delivery.close(0);
    for (const path of Array.from(all.files.all.keys())) if (path.startsWith(SPOOL)) all.files.all.delete(path);
    const { delivery, told } = all.again({ parallel: () => 4 });
    await delivery.start();
    await all.clock.settle();
    expect(item(all, all.itemId)).toMatchObject({ state: { kind: 'unfit', by: 'intray', problem: { kind: 'password' } } });
    expect(item(all, all.itemId)).not.toHaveProperty('conversion');
    expect(told.flatMap(({ chores }) => chores)).toContain('tell-unfit');
    expect(await convertAndSend(delivery, all.itemId, PASSWORD)).toBe('sent');
  });
});
