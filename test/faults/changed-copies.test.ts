import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COPY_HEADER_BYTES } from '#shared/domain/folder/copy-header.ts';
import { readCopyHeader } from '#shared/domain/folder/read-copy-header.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { aConnectedEngine, anEngine } from '#test/unit/electron/an-engine.ts';

const parts = realParts();
const SCANS = 15;
/** Less than a piece, about a piece, and several pieces. */
const SIZES = [2_000, 262_000, 700_000];

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Fifteen scans of a company that is paused: each waits, with a private copy that the running program has written. */
async function waitingCopies() {
  const all = await aConnectedEngine(parts());
  const { engine, scans, root, company } = all;
  await engine.client.companies.pause({ companyId: company.id });
  const hashes = Array.from({ length: SCANS }, (_, at) => {
    const scan = aPdf(`scan ${at}`, SIZES[at % SIZES.length]);
    writeFileSync(join(scans, `scan-${at}.pdf`), scan);
    return hashOf(scan);
  });
  await engine.until(({ counts }) => counts.waiting === SCANS);
  const spool = join(root, 'profile', 'spool');
  const copies = readdirSync(spool).map((name) => join(spool, name));
  expect(copies).toHaveLength(SCANS);
  const resume = (client = engine.client) => client.companies.resume({ companyId: company.id });
  const sent = async (): Promise<readonly string[]> => (await all.documents()).map(({ sha256 }) => sha256).toSorted();
  return { ...all, spool, copies, resume, sent, hashes: hashes.toSorted() };
}

/** Where the document lies in its copy. */
function placeOf(path: string): { readonly from: number; readonly bytes: number } {
  const owner = readCopyHeader(readFileSync(path).subarray(0, COPY_HEADER_BYTES));
  if (owner?.bytes === null || owner === null) throw new Error('a copy without a header');
  return { from: owner.from, bytes: owner.bytes };
}

function flip(path: string, at: number): void {
  const [file, byte] = [openSync(path, 'r+'), Buffer.alloc(1)];
  readSync(file, byte, 0, 1, at);
  byte[0] = (byte[0] ?? 0) ^ 1;
  writeSync(file, byte, 0, 1, at);
  closeSync(file);
}

type Damage = (path: string) => void;
const within =
  (at: (bytes: number) => number): Damage =>
  (path) => {
    const { from, bytes } = placeOf(path);
    flip(path, from + at(bytes));
  };

const DAMAGES: readonly (readonly [string, Damage])[] = [
  ['its first byte', within(() => 0)],
  ['a byte in its middle', within((bytes) => Math.floor(bytes / 2))],
  ['its last byte', within((bytes) => bytes - 1)],
  ['its header', (path) => flip(path, 20)],
  ['its length: it was cut', (path) => truncateSync(path, COPY_HEADER_BYTES + placeOf(path).bytes - 1)],
  ['its length: there is more behind it', (path) => writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from('more')]))],
];

describe('a private copy of a waiting document that is changed on the disk while the program runs', () => {
  it.each(DAMAGES)('is not sent: %s', async (_, damage) => {
    const { engine, copies, resume, sent, hashes } = await waitingCopies();
    copies.forEach(damage);
    await resume();
    await engine.until(({ counts }) => counts.awaiting === SCANS);
    expect(await sent()).toEqual(hashes);
  });

  it('is not sent by the next run either', async () => {
    const { engine, root, copies, resume, sent, hashes } = await waitingCopies();
    await engine.close();
    copies.forEach(within((bytes) => Math.floor(bytes / 2)));
    const next = await anEngine(root);
    await resume(next.client);
    await next.until(({ counts }) => counts.awaiting === SCANS);
    expect(await sent()).toEqual(hashes);
  });
});

describe('the folder of the private copies', () => {
  it('is made again where somebody removed it while the program runs, and the disk is not blamed for it', async () => {
    const { engine, spool, resume, sent, hashes } = await waitingCopies();
    rmSync(spool, { recursive: true });
    await resume();
    await engine.until(({ counts }) => counts.awaiting === SCANS);
    expect(await sent()).toEqual(hashes);
    expect((await engine.client.overview()).disk).toEqual({ kind: 'good' });
  });
});
