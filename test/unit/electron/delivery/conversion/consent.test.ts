import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { StopSource } from '#shared/async/stop-source.ts';
import type { ConversionNews } from '#shared/app-api/conversion.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aFile, closeQuietly, item, opened, referenceTo } from '#test/unit/electron/journal/an-open-journal.ts';
import { shownBytes } from '../a-life.ts';
import { anUnfitScan, convert, convertAndSend, foundTiff, MADE, SCAN } from './an-unfit-scan.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const NOT_FOUND = { ok: false, failure: 'not-found' };

describe('a version of a document that the service does not take', () => {
  it('is made page by page, can be looked at, and leaves nothing in the journal and nothing at the service', async () => {
    const all = await anUnfitScan();
    const before = item(all, all.itemId);
    const { news, conversion } = await convert(all.delivery, all.itemId);
    expect(news.map(({ kind }) => kind)).toEqual(['page', 'page', 'made']);
    expect(conversion).toEqual({
      sha256: hashOf(MADE),
      bytes: MADE.length,
      mediaType: 'application/pdf',
      pages: 2,
      from: 'tiff',
      tools: 'test 1',
    });
    const bytes = await all.delivery.conversionBytesOf(all.itemId);
    expect(bytes.ok && Buffer.from(bytes.value).toString()).toBe(MADE);
    await all.clock.advance(MINUTE_MS);
    expect(item(all, all.itemId)).toEqual(before);
    expect(all.service.requests).toEqual([]);
  });

  it('is sent once the person agrees: once, with the very bytes, under the reference of the file', async () => {
    const all = await anUnfitScan();
    const { conversion } = await convert(all.delivery, all.itemId);
    const agreed = { itemId: all.itemId, sha256: conversion?.sha256 ?? '' };
    expect(await Promise.all([all.delivery.sendConversion(agreed), all.delivery.sendConversion(agreed)])).toEqual(['sent', 'not-offered']);
    await all.clock.settle();
    expect(all.service.requests).toMatchObject([{ mediaType: 'application/pdf', sentName: 'scan.pdf', bytes: Buffer.from(MADE) }]);
    const sent = item(all, all.itemId);
    expect(sent).toMatchObject({ sha256: hashOf(SCAN), bytes: SCAN.length, conversion, attempts: 1, state: { kind: 'awaiting' } });
    expect(sent.reference).toBe(referenceTo(SCAN));
    expect(Buffer.from(all.files.all.get(all.path) ?? []).toString()).toBe(SCAN);
    expect(all.converter.requests).toHaveLength(1);
  });

  it('is sent under a name that no other document of the company has', async () => {
    const all = await anUnfitScan();
    all.journal.intake.enqueue(aFile(all.folder, { name: 'scan.pdf', content: 'another' }));
    await convertAndSend(all.delivery, all.itemId);
    expect(item(all, all.itemId).sentName).toBe('scan (2).pdf');
  });

  it('is not sent if another one was made since, if it is damaged, or if the program was started anew', async () => {
    const all = await anUnfitScan();
    const first = (await convert(all.delivery, all.itemId)).conversion?.sha256 ?? '';
    all.converter.version = 'other';
    const second = (await convert(all.delivery, all.itemId)).conversion?.sha256 ?? '';
    expect(await all.delivery.sendConversion({ itemId: all.itemId, sha256: first })).toBe('lost');
    for (const path of all.files.all.keys()) if (path !== all.path) all.files.all.set(path, Buffer.alloc(200, 'x'));
    expect(await all.delivery.sendConversion({ itemId: all.itemId, sha256: second })).toBe('lost');
    expect(await all.delivery.conversionBytesOf(all.itemId)).toEqual(NOT_FOUND);
    const third = (await convert(all.delivery, all.itemId)).conversion?.sha256 ?? '';
    const { delivery } = all.again();
    await delivery.start();
    expect(await delivery.sendConversion({ itemId: all.itemId, sha256: third })).toBe('lost');
    expect(all.copies()).toEqual([]);
    expect(all.service.requests).toEqual([]);
  });

  it('is dropped after half an hour without use, and when its document is no longer unfit', async () => {
    const all = await anUnfitScan();
    await convert(all.delivery, all.itemId);
    await all.clock.advance(29 * MINUTE_MS);
    expect((await all.delivery.conversionBytesOf(all.itemId)).ok).toBe(true);
    await all.clock.advance(29 * MINUTE_MS);
    expect((await all.delivery.conversionBytesOf(all.itemId)).ok).toBe(true);
    await all.clock.advance(32 * MINUTE_MS);
    expect(await all.delivery.conversionBytesOf(all.itemId)).toEqual(NOT_FOUND);
    const { conversion } = await convert(all.delivery, all.itemId);
    all.journal.intake.enqueue(aFile(all.folder, { name: 'scan.tif', content: 'edited' }));
    await all.clock.settle();
    expect(item(all, all.itemId).state).toEqual({ kind: 'aside', why: 'replaced' });
    expect(await all.delivery.conversionBytesOf(all.itemId)).toEqual(NOT_FOUND);
    expect(await all.delivery.sendConversion({ itemId: all.itemId, sha256: conversion?.sha256 ?? '' })).toBe('not-offered');
    await all.clock.advance(MINUTE_MS);
    expect(all.copies()).not.toContain(MADE);
  });

  it('leaves no copy behind when the program ends', async () => {
    const all = await anUnfitScan();
    await convert(all.delivery, all.itemId);
    await all.delivery.close(0);
    expect(all.copies()).toEqual([]);
  });

  it('is not made of what is fit, unknown or of another format, nor without a converter', async () => {
    const all = await anUnfitScan();
    const fit = all.journal.intake.enqueue(aFile(all.folder, { name: 'fit.pdf', content: 'fit' }));
    const faults = async (itemId: typeof all.itemId, delivery = all.delivery) => (await convert(delivery, itemId)).news;
    expect(await faults(fit.itemId)).toEqual([{ kind: 'fault', fault: 'not-offered' }]);
    expect(await faults('99999999-0000-4000-8000-000000000000' as typeof all.itemId)).toEqual([{ kind: 'fault', fault: 'not-found' }]);
    expect(await all.delivery.sendConversion({ itemId: fit.itemId, sha256: hashOf(MADE) })).toBe('not-offered');
    const bare = all.again({ converter: undefined as never });
    expect(await faults(all.itemId, bare.delivery)).toEqual([{ kind: 'fault', fault: 'broken' }]);
  });

  it('is made of whichever file has the bytes, and says what is in the way where none has', async () => {
    const all = await anUnfitScan();
    const copy = `${all.folder.path}/copy.tif`;
    all.journal.intake.enqueue(foundTiff(all.folder, SCAN, 'copy.tif'));
    all.files.all.set(copy, Buffer.from(SCAN));
    all.files.all.set(all.path, Buffer.from('edited'));
    expect((await convert(all.delivery, all.itemId)).conversion?.sha256).toBe(hashOf(MADE));
    all.files.all.delete(copy);
    expect((await convert(all.delivery, all.itemId)).news).toEqual([{ kind: 'fault', fault: 'changed' }]);
    all.files.all.delete(all.path);
    expect((await convert(all.delivery, all.itemId)).news).toEqual([{ kind: 'fault', fault: 'gone' }]);
    all.files.free = 0;
    expect((await convert(all.delivery, all.itemId)).news).toEqual([{ kind: 'fault', fault: 'no-room' }]);
  });

  it('is not made any further once the person leaves, and is not kept', async () => {
    const all = await anUnfitScan();
    const stop = new StopSource();
    all.converter.amid = async () => stop.abort();
    const news: ConversionNews[] = [];
    for await (const one of all.delivery.convert({ itemId: all.itemId }, stop)) news.push(one);
    expect(news.at(-1)).toEqual({ kind: 'fault', fault: 'stopped' });
    for await (const one of all.delivery.convert({ itemId: all.itemId }, undefined)) if (one.kind === 'page') break;
    await all.clock.settle();
    expect(all.copies()).toEqual([]);
  });

  it('does not show in the bytes of the document, which stay those of the file', async () => {
    const all = await anUnfitScan();
    await convert(all.delivery, all.itemId);
    expect((await shownBytes(all.delivery, all.itemId)).toString()).toBe(SCAN);
    await all.delivery.close(0);
    const held = all.again({ parallel: () => 0 });
    await held.delivery.start();
    expect(await convertAndSend(held.delivery, all.itemId)).toBe('sent');
    expect(item(all, all.itemId).state.kind).toBe('waiting');
    expect((await shownBytes(held.delivery, all.itemId)).toString()).toBe(SCAN);
    const made = await held.delivery.conversionBytesOf(all.itemId);
    expect(made.ok && Buffer.from(made.value).toString()).toBe(MADE);
  });

  it('is asked about first where the same file is known as the other type', async () => {
    const all = await anUnfitScan();
    expect(await convertAndSend(all.delivery, all.itemId)).toBe('sent');
    await all.clock.settle();
    const sales = all.journal.folders.add({
      companyId: all.folder.companyId,
      importType: 'sales-invoices',
      path: '/scans/sales',
      settleMs: 5_000,
    });
    all.files.all.set('/scans/sales/scan.tif', Buffer.from(SCAN));
    const { itemId } = all.journal.intake.enqueue(foundTiff(sales));
    expect(await convertAndSend(all.delivery, itemId)).toBe('asked');
    await all.clock.settle();
    expect(item(all, itemId).state).toEqual({ kind: 'held', question: { kind: 'other-type', itemId: all.itemId } });
    expect(all.service.requests).toHaveLength(1);
  });

  it('is still what was agreed to after a restart, and after its file was another one in between', async () => {
    const all = await anUnfitScan();
    await all.delivery.close(0);
    const held = all.again({ parallel: () => 0 });
    await convertAndSend(held.delivery, all.itemId);
    all.journal.intake.enqueue(aFile(all.folder, { name: 'scan.tif', content: 'another one' }));
    expect(item(all, all.itemId).state).toEqual({ kind: 'aside', why: 'replaced' });
    all.journal.intake.enqueue(foundTiff(all.folder));
    closeQuietly(all.journal);
    const journal = opened(all.file, all.clock);
    journal.restart();
    expect(journal.items.get(all.itemId)).toMatchObject({ conversion: { sha256: hashOf(MADE) }, state: { kind: 'waiting' } });
    const { delivery } = all.again({ journal });
    await delivery.start();
    await all.clock.settle();
    expect(all.service.requests.map(({ bytes }) => Buffer.from(bytes).toString())).toContain(MADE);
    closeQuietly(journal);
  });
});
