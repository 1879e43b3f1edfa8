import { describe, expect, it } from 'vitest';
import { openBench } from '../bench.ts';
import { entriesOf, LINE } from '../fixtures/entries.ts';
import { pdfOf } from '../fixtures/scans.ts';
import { entriesStatus, invoiceStatus } from '../switch-proofs/proof.ts';

const FIVE_MB = 5_242_880;

/** Entries of exactly this many bytes of UTF-8, mostly two-byte letters. */
function entriesOfBytes(bytes: number): ReturnType<typeof entriesOf> {
  const empty = Buffer.byteLength(JSON.stringify(entriesOf({ ...LINE, label: '' })));
  const left = bytes - empty;
  return entriesOf({ ...LINE, label: `${'é'.repeat(Math.floor(left / 2))}${'a'.repeat(left % 2)}` });
}

const metadataOfBytes = (bytes: number) => ({ a: 'a'.repeat(bytes - '{"a":""}'.length) });
const reference = (length: number) => 'a'.repeat(length);

describe('Limits, at the boundary and one past it', () => {
  const table: [string, number, (size: number) => Promise<number>][] = [
    ['file', FIVE_MB, async (size) => invoiceStatus(await openBench(), { file: new Blob([pdfOf(size)]) })],
    ['entries on an invoice', FIVE_MB, async (size) => invoiceStatus(await openBench(), { entries: JSON.stringify(entriesOfBytes(size)) })],
    ['entries alone', FIVE_MB, async (size) => entriesStatus(await openBench(), { entries: entriesOfBytes(size) })],
    ['metadata', 16_384, async (size) => entriesStatus(await openBench(), { metadata: metadataOfBytes(size) })],
    ['filename', 120, async (size) => invoiceStatus(await openBench(), { filename: `${'a'.repeat(size - 4)}.pdf` })],
    ['externalReference of an invoice', 64, async (size) => invoiceStatus(await openBench(), { externalReference: reference(size) })],
    ['externalReference of entries', 64, async (size) => entriesStatus(await openBench(), { externalReference: reference(size) })],
  ];
  it.each(table)('%s: %i is taken, one more is not', async (_, limit, send) => {
    expect([await send(limit), await send(limit + 1)]).toEqual([200, 400]);
  });

  it('has no limit for a comment', async () => {
    expect(await invoiceStatus(await openBench(), { comment: 'a'.repeat(900_000) })).toBe(200);
  });
});
