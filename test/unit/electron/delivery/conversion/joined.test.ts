import { describe, expect, it } from 'vitest';
import type { ItemId } from '#shared/domain/ids.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, item, OTHER_INTEGRATION, page, anEvent } from '#test/unit/electron/journal/an-open-journal.ts';
import { foundTiff, hashOf, join, joinAndSend, JOINED, joinedReference, PAGES, picturesToJoin } from './an-unfit-scan.ts';

const fault = (why: string) => [{ kind: 'fault', fault: why, part: null }];

type All = Awaited<ReturnType<typeof picturesToJoin>>;
const statesOf = (all: All) => all.parts.map((itemId) => item(all, itemId).state);
const TIFF = { by: 'intray', problem: { kind: 'not-taken', found: 'tiff' } };
const UNFIT = { kind: 'unfit', ...TIFF };
const IN_PARTS = { kind: 'unfit', by: 'intray', problem: { kind: 'in-parts' } };

function loseCopies({ files, folder }: All): void {
  for (const path of Array.from(files.all.keys())) if (!path.startsWith(folder.path)) files.all.delete(path);
}

function result({ journal, clock, file }: All, itemId: ItemId, seq: number, documentState: 'Accepted' | 'Refused'): void {
  const { state } = item({ journal }, itemId);
  const documentId = 'documentId' in state ? state.documentId : null;
  page({ journal, clock, file }, [anEvent({ seq, data: { documentId, documentState, rejectionReason: 'Illisible' } })]);
}

describe('several pictures that a person joins', () => {
  it('are made into one PDF page by page, which can be looked at, and nothing is in the journal or at the service', async () => {
    const all = await picturesToJoin();
    const before = statesOf(all);
    const { news, itemId, conversion } = await join(all.delivery, all.parts);
    expect(news.map(({ kind }) => kind)).toEqual(['page', 'page', 'page', 'made']);
    expect(conversion).toMatchObject({ sha256: hashOf(JOINED), from: 'joined', mediaType: 'application/pdf' });
    const bytes = await all.delivery.conversionBytesOf(itemId as ItemId);
    expect(bytes.ok && Buffer.from(bytes.value).toString()).toBe(JOINED);
    await all.clock.advance(20 * MINUTE_MS);
    expect(statesOf(all)).toEqual(before);
    expect(all.journal.items.get(itemId as ItemId)).toBeNull();
    expect(all.service.requests).toEqual([]);
  });

  it('are sent once the person agrees: once, under a reference over their hashes in order, and each is a part of that', async () => {
    const all = await picturesToJoin();
    const { itemId, conversion } = await join(all.delivery, all.parts);
    const agreed = { itemId: itemId as ItemId, sha256: conversion?.sha256 ?? '' };
    expect(await Promise.all([all.delivery.sendConversion(agreed), all.delivery.sendConversion(agreed)])).toEqual(['sent', 'not-offered']);
    await all.clock.settle();
    expect(all.service.requests).toMatchObject([
      { mediaType: 'application/pdf', sentName: 'IMG_2240 + 2.pdf', bytes: Buffer.from(JOINED) },
    ]);
    const joined = item(all, agreed.itemId);
    expect(joined).toMatchObject({ name: 'IMG_2240 + 2.pdf', conversion, attempts: 1, state: { kind: 'awaiting' } });
    expect(joined.parts).toEqual(all.parts.map((id, at) => ({ itemId: id, sha256: hashOf(PAGES[at] ?? ''), kind: 'tiff' })));
    expect(joined.reference).toBe(joinedReference());
    for (const state of statesOf(all)) expect(state).toEqual({ kind: 'aside', why: 'joined', into: agreed.itemId, unfit: TIFF });
    expect(PAGES.map((_, at) => all.files.all.get(all.pathOf(at))?.toString())).toEqual(PAGES);
    await all.clock.advance(HOUR_MS);
    expect(all.contents()).toEqual([JOINED]);
  });

  it('are sent as the PDF that was agreed to where its copy was changed while the program runs', async () => {
    let parallel = 0;
    const all = await picturesToJoin({ parallel: () => parallel });
    expect(await joinAndSend(all.delivery, all.parts)).toMatchObject({ became: 'sent' });
    for (const [path, copy] of Array.from(all.files.all)) {
      if (!path.startsWith(all.folder.path)) all.files.all.set(path, copy.with(copy.byteLength - 1, (copy.at(-1) ?? 0) ^ 1));
    }
    parallel = 4;
    all.delivery.ring();
    await all.clock.settle();
    expect(all.contents()).toEqual([JOINED]);
    expect(all.converter.joins).toHaveLength(2);
  });

  it('have another reference in another order, and a result of the document finds it', async () => {
    const all = await picturesToJoin();
    const { itemId } = await joinAndSend(all.delivery, all.parts.toReversed());
    await all.clock.settle();
    expect(item(all, itemId).reference).toBe(joinedReference(PAGES.toReversed()));
    expect(item(all, itemId).reference).not.toBe(joinedReference());
    expect(all.contents()).toEqual(['made:page three+page two+page one']);
    result(all, itemId, 1, 'Accepted');
    expect(item(all, itemId).state.kind).toBe('accepted');
  });

  it('are not joined with what is fit, of another company, too few or unknown', async () => {
    const all = await picturesToJoin();
    const [one, two] = all.parts as [ItemId, ItemId];
    const fit = all.journal.intake.enqueue(aFile(all.folder, { name: 'fit.pdf', content: 'fit' })).itemId;
    const other = aFolder(all, aCompany(all, OTHER_INTEGRATION), 'purchase-invoices', '/other');
    const theirs = all.journal.intake.enqueue(foundTiff(other, 'theirs')).itemId;
    const sales = all.journal.intake.enqueue(
      foundTiff(aFolder(all, all.journal.companies.get(all.folder.companyId) as never, 'sales-invoices'), 's'),
    ).itemId;
    const faults = async (...itemIds: ItemId[]) => (await join(all.delivery, itemIds)).news;
    expect(await faults(one, fit)).toEqual(fault('not-pictures'));
    expect(await faults(one, theirs)).toEqual(fault('companies'));
    expect(await faults(one, sales)).toEqual(fault('types'));
    expect(await faults(one, one)).toEqual(fault('too-few'));
    expect(await faults(one, '99999999-0000-4000-8000-000000000000' as ItemId)).toEqual(fault('not-found'));
    await joinAndSend(all.delivery, [one, two]);
    expect(await faults(one, all.parts[2] as ItemId)).toEqual(fault('not-pictures'));
  });

  it('are offered together in the order of their names, or with the reason why they are not', async () => {
    const all = await picturesToJoin();
    const fit = all.journal.intake.enqueue(aFile(all.folder, { name: 'fit.pdf', content: 'fit' })).itemId;
    const chosen = (...itemIds: readonly ItemId[]) => all.journal.list.chosen({ kind: 'items', itemIds: [...itemIds] }).join;
    expect(chosen(...all.parts.toReversed())).toEqual({
      able: 3,
      why: null,
      parts: all.parts.map((id, at) => ({ itemId: id, name: `IMG_224${at}.tif` })),
    });
    expect(chosen(...all.parts, fit)).toEqual({ able: 3, why: 'not-pictures', parts: [] });
    expect(chosen(...all.parts.slice(0, 1))).toEqual({ able: 1, why: 'too-few', parts: [] });
    expect(all.journal.list.chosen({ kind: 'filter', filter: { states: ['unfit'] } }).join.parts.map(({ itemId }) => itemId)).toEqual(
      all.parts,
    );
    for (let at = 0; at < 28; at += 1) all.journal.intake.enqueue(foundTiff(all.folder, `more ${at}`, `more ${at}.tif`));
    expect(all.journal.list.chosen({ kind: 'filter', filter: { states: ['unfit'] } }).join).toMatchObject({ why: 'too-many', parts: [] });
  });

  it('are linked with what they are a part of', async () => {
    const all = await picturesToJoin();
    const { itemId } = await joinAndSend(all.delivery, all.parts);
    const names = all.parts.map((id) => ({ itemId: id, name: item(all, id).name }));
    expect(all.journal.list.detail(itemId)?.parts).toEqual(names);
    expect(all.journal.list.detail(all.parts[1] as ItemId)?.into).toEqual({ itemId, name: 'IMG_2240 + 2.pdf' });
    expect(all.journal.list.detail(itemId)).not.toHaveProperty('into');
  });

  it('say which of them cannot be read, and use another file of the same content where there is one', async () => {
    const all = await picturesToJoin();
    all.files.all.set(all.pathOf(1), Buffer.from('edited'));
    expect((await join(all.delivery, all.parts)).news.at(-1)).toEqual({ kind: 'fault', fault: 'changed', part: all.parts[1] });
    all.journal.intake.enqueue(foundTiff(all.folder, PAGES[1], 'copy.tif'));
    all.files.all.set(`${all.folder.path}/copy.tif`, Buffer.from(PAGES[1] ?? ''));
    expect((await join(all.delivery, all.parts)).conversion?.sha256).toBe(hashOf(JOINED));
    all.converter.fault = 'not-understood';
    expect((await join(all.delivery, all.parts)).news.at(-1)).toEqual({ kind: 'fault', fault: 'not-understood', part: all.parts[2] });
  });

  it('are not sent together if one of them was sent, replaced or joined meanwhile', async () => {
    const all = await picturesToJoin();
    const { itemId, conversion } = await join(all.delivery, all.parts);
    const agreed = { itemId: itemId as ItemId, sha256: conversion?.sha256 ?? '' };
    await joinAndSend(all.delivery, all.parts.slice(0, 2));
    expect(await all.delivery.sendConversion(agreed)).toBe('not-offered');
    expect(all.journal.items.get(agreed.itemId)).toBeNull();
    expect(item(all, all.parts[2] as ItemId).state).toMatchObject(UNFIT);
    await all.clock.settle();
    expect(all.contents()).toEqual(['made:page one+page two']);
    // The journal itself refuses it, too.
    const joining = {
      id: agreed.itemId,
      parts: all.parts.map((id, at) => ({ itemId: id, sha256: hashOf(PAGES[at] ?? ''), kind: 'tiff' as const })),
    };
    expect(all.journal.delivery.sendJoined(joining, conversion as never, all.clock.wallMs())).toBeNull();
  });

  it('stay parts when their files are moved, copied, edited or gone, and when the program is started again', async () => {
    const all = await picturesToJoin();
    const { itemId } = await joinAndSend(all.delivery, all.parts);
    await all.clock.settle();
    const parts = statesOf(all);
    all.journal.intake.enqueue(foundTiff(all.folder, PAGES[0], 'moved.tif'));
    all.journal.intake.forget(all.folder.id, ['IMG_2241.tif']);
    all.journal.intake.noteGone(all.folder.id, 'any');
    const edited = all.journal.intake.enqueue(foundTiff(all.folder, 'edited', 'IMG_2242.tif')).itemId;
    all.journal.restart();
    all.journal.list.allow([...all.parts]);
    all.journal.list.putBack([...all.parts]);
    all.journal.list.putAside([...all.parts]);
    expect(statesOf(all)).toEqual(parts);
    expect(item(all, edited).state).toMatchObject(UNFIT);
    expect(item(all, itemId).state.kind).toBe('awaiting');
    expect((await all.delivery.sendAgain(all.parts)).sent).toEqual([]);
  });
});

describe('a joined document', () => {
  it('is made again from its parts where its copy is lost, and is unfit where that gives something else', async () => {
    for (const [version, sent] of [
      ['made', [JOINED]],
      ['newer', []],
    ] as const) {
      const all = await picturesToJoin({ parallel: () => 0 });
      const { itemId } = await joinAndSend(all.delivery, all.parts);
      await all.clock.settle();
      const { delivery } = all.again({ parallel: () => 1, seed: 9 });
      loseCopies(all);
      all.converter.version = version;
      await delivery.start();
      await all.clock.advance(MINUTE_MS);
      expect(all.contents()).toEqual(sent);
      expect(item(all, itemId).state).toMatchObject(version === 'made' ? { kind: 'awaiting' } : IN_PARTS);
      for (const state of statesOf(all)) expect(state).toMatchObject({ kind: 'aside', why: 'joined', into: itemId });
      if (version === 'made') continue;
      // The user may look at another version, and send that.
      const news = [];
      for await (const one of delivery.convert({ itemId }, undefined)) news.push(one);
      expect(news.at(-1)).toMatchObject({ kind: 'made', conversion: { from: 'joined', sha256: hashOf(`newer:${PAGES.join('+')}`) } });
      expect(await delivery.sendConversion({ itemId, sha256: hashOf(`newer:${PAGES.join('+')}`) })).toBe('sent');
      await all.clock.settle();
      expect(all.contents()).toEqual([`newer:${PAGES.join('+')}`]);
    }
  });

  it('waits for the files of its parts, asks when one is gone, and goes on when it is found again', async () => {
    const all = await picturesToJoin({ parallel: () => 0 });
    const { itemId } = await joinAndSend(all.delivery, all.parts);
    const { delivery } = all.again({ parallel: () => 1, seed: 9 });
    loseCopies(all);
    all.files.all.delete(all.pathOf(1));
    await delivery.start();
    await all.clock.advance(MINUTE_MS);
    expect(item(all, itemId).state).toMatchObject({ kind: 'waiting', last: { kind: 'no-file' } });
    all.journal.intake.forget(all.folder.id, ['IMG_2241.tif']);
    await all.clock.advance(HOUR_MS);
    expect(item(all, itemId).state).toEqual({ kind: 'held', question: { kind: 'gone' } });
    // Another one of its parts says nothing about that one.
    all.journal.intake.enqueue(foundTiff(all.folder, PAGES[0], 'copy.tif'));
    expect(item(all, itemId).state).toEqual({ kind: 'held', question: { kind: 'gone' } });
    all.files.all.set(`${all.folder.path}/back.tif`, Buffer.from(PAGES[1] ?? ''));
    all.journal.intake.enqueue(foundTiff(all.folder, PAGES[1], 'back.tif'));
    await all.clock.advance(HOUR_MS);
    expect(all.contents()).toEqual([JOINED]);
  });

  it('is sent again after a refusal as it was, and is missing where nothing makes that', async () => {
    const all = await picturesToJoin();
    const { itemId } = await joinAndSend(all.delivery, all.parts);
    await all.clock.settle();
    result(all, itemId, 1, 'Refused');
    expect(await all.delivery.sendAgain([itemId])).toEqual({ sent: [itemId], missing: [] });
    await all.clock.settle();
    expect(all.contents()).toEqual([JOINED, JOINED]);
    expect(item(all, itemId).reference).toBe(joinedReference(PAGES, 1));
    result(all, itemId, 2, 'Refused');
    all.files.all.set(all.pathOf(2), Buffer.from('edited'));
    expect(await all.delivery.sendAgain([itemId])).toEqual({ sent: [], missing: [itemId] });
  });

  it('is one document for two computers that join the same files in the same order, and the second claims nothing', async () => {
    const [one, two] = [await picturesToJoin(), await picturesToJoin()];
    const other = two.again({ upload: async (what) => one.service.take({ ...what, bytes: Buffer.from(JOINED) }), seed: 9 });
    await other.delivery.start();
    two.converter.version = 'other';
    await joinAndSend(one.delivery, one.parts);
    await one.clock.settle();
    await two.delivery.close(0);
    const { itemId } = await joinAndSend(other.delivery, two.parts);
    await two.clock.settle();
    expect(one.contents()).toEqual([JOINED]);
    expect(item(two, itemId)).toMatchObject({ sentElsewhere: true, mediaType: null, state: { kind: 'awaiting' } });
    expect(item(two, itemId)).not.toHaveProperty('conversion');
    result(two, itemId, 1, 'Refused');
    expect(await other.delivery.sendAgain([itemId])).toEqual({ sent: [], missing: [itemId] });
  });

  it('is not sent where the result of another computer is here already', async () => {
    const all = await picturesToJoin();
    const data = { documentId: 'dddddddd-0000-4000-8000-000000000009', externalReference: joinedReference(), documentState: 'Accepted' };
    page(all, [anEvent({ seq: 1, data })]);
    const { itemId, became } = await joinAndSend(all.delivery, all.parts);
    await all.clock.settle();
    expect(became).toBe('sent');
    expect(item(all, itemId)).toMatchObject({ sentElsewhere: true, state: { kind: 'accepted' } });
    expect(all.service.requests).toEqual([]);
    expect([...all.files.all.values()].filter((bytes) => bytes.toString().includes(JOINED))).toEqual([]);
  });
});
