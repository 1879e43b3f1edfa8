import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Delivery } from '#electron/delivery/create-delivery.ts';
import type { FoundFile } from '#electron/intake/store.ts';
import type { ConversionNews, JoinNews, SendConversion } from '#shared/app-api/conversion.ts';
import type { Journal } from '#electron/journal/open-journal.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { ConversionsChange } from '#shared/domain/folder/folder-conversions.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { testConverter } from '#test/support/documents/test-converter.ts';
import { aCompany, aFile, aFolder, anOpenJournal, INTEGRATION } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, type LifeOf, SPOOL } from '../a-life.ts';
import { memoryFiles } from '../memory-files.ts';
import { joinedSha256 } from '#shared/domain/item/joining/parts.ts';
import { reference } from '#shared/domain/item/reference.ts';
import { nodeSha256 } from '#shared/node/digest.ts';

export const SCAN = 'a scan of two pages';
export const MADE = `made:${SCAN}`;

/** As intake finds it. */
export function foundTiff(folder: Folder, content = SCAN, name = 'scan.tif', problem: Problem = TIFF): FoundFile {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { ...aFile(folder, { name, content }), inspected: { kind: 'unfit', problem, sha256 } };
}

const TIFF: Problem = { kind: 'not-taken', found: 'tiff' };
const NAMES = { accepted: 'Accepted', refused: 'Refused' };

/** Sets what the folder converts by itself. */
export function tick({ folders }: Pick<Journal, 'folders'>, { id }: Folder, converts: ConversionsChange): void {
  expect(folders.change(id, { converts, resultFolders: NAMES })).not.toBeNull();
}

type Scan = { readonly problem?: Problem; readonly converts?: ConversionsChange };

/** A TIFF, or a file with another problem, in a folder that is set like this, and delivery that runs. */
export async function anUnfitScan(changes: Partial<LifeOf> = {}, { problem = TIFF, converts = {} }: Scan = {}) {
  const open = anOpenJournal();
  const files = memoryFiles();
  const service = aService();
  const converter = testConverter(files);
  const folder = aFolder(open, aCompany(open));
  const path = `${folder.path}/scan.tif`;
  files.all.set(path, Buffer.from(SCAN));
  tick(open.journal, folder, converts);
  const { itemId } = open.journal.intake.enqueue(foundTiff(folder, SCAN, 'scan.tif', problem));
  const again = (other: Partial<LifeOf> = {}) =>
    aLife({ ...open, files, converter, upload: async (what) => service.take(what), ...changes, ...other });
  const life = again();
  await life.delivery.start();
  await open.clock.settle();
  /** What is in the private copies, apart from those that are free to be overwritten. */
  const copies = (): readonly string[] =>
    [...files.all]
      .filter(([name]) => name.startsWith(SPOOL))
      .map(([, copy]) => Buffer.from(copy).subarray(64).toString())
      .filter((copy) => !copy.includes('free free'));
  return { ...open, ...life, files, service, converter, folder, path, itemId, again, copies };
}

export type Made = { readonly news: readonly ConversionNews[]; readonly conversion: Conversion | null };

/** Has a version made, and reads all that is said about it. */
export async function convert(delivery: Delivery, itemId: ItemId, password?: string, allPictures?: boolean): Promise<Made> {
  const news: ConversionNews[] = [];
  for await (const one of delivery.convert({ itemId, password, allPictures }, undefined)) news.push(one);
  const last = news.at(-1);
  return { news, conversion: last?.kind === 'made' ? last.conversion : null };
}

/** Has a version made, looks at it and sends it. */
export async function convertAndSend(delivery: Delivery, itemId: ItemId, password?: string): Promise<SendConversion | null> {
  const { conversion } = await convert(delivery, itemId, password);
  return conversion === null ? null : delivery.sendConversion({ itemId, sha256: conversion.sha256 });
}

export const PAGES: readonly string[] = ['page one', 'page two', 'page three'];
export const JOINED = `made:${PAGES.join('+')}`;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Of the document that is joined from files with these contents. */
export function joinedReference(contents: readonly string[] = PAGES, resubmission = 0): string {
  const contentSha256 = joinedSha256(
    nodeSha256,
    contents.map((content) => ({ sha256: hashOf(content) })),
  );
  return reference(nodeSha256, { integrationId: INTEGRATION, importType: 'purchase-invoices', contentSha256, resubmission });
}

/** Three TIFFs in a folder, and delivery that runs. */
export async function picturesToJoin(changes: Partial<LifeOf> = {}) {
  const open = anOpenJournal();
  const files = memoryFiles();
  const service = aService();
  const converter = testConverter(files);
  const folder = aFolder(open, aCompany(open));
  const pathOf = (at: number): string => `${folder.path}/IMG_224${at}.tif`;
  const parts = PAGES.map((content, at) => {
    files.all.set(pathOf(at), Buffer.from(content));
    return open.journal.intake.enqueue(foundTiff(folder, content, `IMG_224${at}.tif`)).itemId;
  });
  const again = (other: Partial<LifeOf> = {}) =>
    aLife({ ...open, files, converter, upload: async (what) => service.take(what), ...changes, ...other });
  const life = again();
  await life.delivery.start();
  await open.clock.settle();
  const contents = (): readonly string[] => [...service.documents.values()].map(({ content }) => content);
  return { ...open, ...life, files, service, converter, folder, pathOf, parts, again, contents };
}

type Joined = { readonly news: readonly JoinNews[]; readonly itemId: ItemId | null; readonly conversion: Conversion | null };

/** Has these joined, and reads all that is said about it. */
export async function join(delivery: Delivery, itemIds: readonly ItemId[]): Promise<Joined> {
  const news: JoinNews[] = [];
  for await (const one of delivery.join(itemIds, undefined)) news.push(one);
  const last = news.at(-1);
  return last?.kind === 'made' ? { news, itemId: last.itemId, conversion: last.conversion } : { news, itemId: null, conversion: null };
}

/** Has them joined, looks at what was made and sends it. */
export async function joinAndSend(delivery: Delivery, itemIds: readonly ItemId[]): Promise<{ itemId: ItemId; became: SendConversion }> {
  const { itemId, conversion, news } = await join(delivery, itemIds);
  if (itemId === null || conversion === null) throw new Error(`not joined: ${JSON.stringify(news.at(-1))}`);
  return { itemId, became: await delivery.sendConversion({ itemId, sha256: conversion.sha256 }) };
}
