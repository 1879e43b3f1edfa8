import { ENTRIES_BYTES_MAX, ENTRIES_BYTES_SAFE } from '../contract/limits.ts';
import { utf8 } from '../lib/bytes.ts';
import type { EntryAmount, EntryAxis, EntryLine } from './entry-lines.ts';
import { plainDecimal } from './json-values.ts';
import type { EntriesMapping } from './mapping.ts';
import { plainAmount } from './values.ts';

/**
 * The one text of these lines, whatever file they come from (C45): one JSON object a line in the contract's order of members, amounts as
 * integers of cents, texts in NFC, members without a value left out. Its UTF-8 bytes are hashed for the journal and the metadata. The order
 * of the lines counts.
 */
export function canonicalText(lines: readonly EntryLine[]): string {
  return lines.map((line) => `${lineText(line, canonicalAmount)}\n`).join('');
}

/**
 * `entries` as it is sent (§ Lines of entries): `{"data":{"lines":[…]}}`, the same members, texts and order as in the canonical text. Numbers
 * are written from cents, with two decimals (C46).
 */
export function entriesBody(lines: readonly EntryLine[]): string {
  return `${BODY_START}${lines.map((line) => lineText(line, sentAmount)).join(',')}${BODY_END}`;
}

const BODY_START = '{"data":{"lines":[';
const BODY_END = ']}}';

/** Bytes of the body that holds nothing yet, and of what one more line adds to it (its comma included). */
export const EMPTY_BODY_BYTES = BODY_START.length + BODY_END.length;
export function bytesInBody(line: EntryLine): number {
  return utf8(lineText(line, sentAmount)).byteLength + 1;
}

/**
 * How large a body is, in UTF-8. Up to `safe` a refusal for its size would be a surprise, `too-large` is sent by no means, as with files
 * (C16).
 */
export function bodySize(body: string): { readonly bytes: number; readonly fits: 'safe' | 'perhaps' | 'too-large' } {
  const bytes = utf8(body).byteLength;
  if (bytes <= ENTRIES_BYTES_SAFE) return { bytes, fits: 'safe' };
  return { bytes, fits: bytes <= ENTRIES_BYTES_MAX ? 'perhaps' : 'too-large' };
}

/** What is sent as `metadata` of a batch (C48). Both are lower-case hexadecimal; without a mapping `mappingSha256` is null. */
export type EntriesMetadata = { readonly v: 1; readonly linesSha256: string; readonly mappingSha256: string | null };

export function metadataFor(hashes: { readonly linesSha256: string; readonly mappingSha256: string | null }): EntriesMetadata {
  return { v: 1, linesSha256: hashes.linesSha256, mappingSha256: hashes.mappingSha256 };
}

/** Whether the metadata that came back is what was sent, in whatever order its members are; one more or one fewer is a difference (C20). */
export function sameMetadata(sent: EntriesMetadata, returned: unknown): boolean {
  if (typeof returned !== 'object' || returned === null || Array.isArray(returned)) return false;
  const members = Object.entries(returned);
  const expected = new Map<string, unknown>(Object.entries(sent));
  return members.length === expected.size && members.every(([name, value]) => expected.has(name) && expected.get(name) === value);
}

/** One text for one mapping, whatever the order of its members: what its SHA-256 is taken of (C48). */
export function mappingText(mapping: EntriesMapping): string {
  return JSON.stringify(inOrder(mapping));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, inOrder(member)]));
}

type AmountText = (amount: EntryAmount) => string;

function lineText(line: EntryLine, amountText: AmountText): string {
  return objectText([
    ['date', json(line.date)],
    ['debit', amountText(line.debit)],
    ['credit', amountText(line.credit)],
    ['journal', json(line.journal)],
    ['account', json(line.account)],
    ['reference', json(line.reference)],
    ['dueDate', optional(line.dueDate)],
    ['journalLabel', optional(line.journalLabel)],
    ['thirdParty', optional(line.thirdParty)],
    ['thirdPartySiren', optional(line.thirdPartySiren)],
    ['thirdPartyLabel', optional(line.thirdPartyLabel)],
    ['label', optional(line.label)],
    ['documentReference', optional(line.documentReference)],
    ['analyticalAxes', axesText(line.analyticalAxes ?? [], amountText)],
  ]);
}

function axesText(axes: readonly EntryAxis[], amountText: AmountText): string | null {
  if (axes.length === 0) return null;
  const texts = axes.map(({ axisCode, axisLabel, sections }) =>
    objectText([
      ['axisCode', json(axisCode)],
      ['axisLabel', optional(axisLabel)],
      ['sections', `[${sections.map((section) => sectionText(section, amountText)).join(',')}]`],
    ]),
  );
  return `[${texts.join(',')}]`;
}

function sectionText({ debit, credit, section, sectionLabel }: EntryAxis['sections'][number], amountText: AmountText): string {
  return objectText([
    ['debit', amountText(debit)],
    ['credit', amountText(credit)],
    ['section', json(section)],
    ['sectionLabel', optional(sectionLabel)],
  ]);
}

function canonicalAmount({ cents, currency, currencyCents, currencyRate }: EntryAmount): string {
  return objectText([
    ['cents', String(cents)],
    ['currency', json(currency)],
    ['currencyCents', String(currencyCents)],
    ['currencyRate', rateText(currencyRate)],
  ]);
}

function sentAmount({ cents, currency, currencyCents, currencyRate }: EntryAmount): string {
  return objectText([
    ['amount', plainAmount(cents)],
    ['currency', json(currency)],
    ['currencyAmount', plainAmount(currencyCents)],
    ['currencyRate', rateText(currencyRate)],
  ]);
}

/** Readers let nothing else through, and a rate that was made up would book wrong amounts. */
function rateText(rate: string): string {
  const text = plainDecimal(rate);
  if (text === null) throw new RangeError('a rate is no decimal');
  return text;
}

function objectText(members: readonly (readonly [string, string | null])[]): string {
  return `{${members.flatMap(([name, value]) => (value === null ? [] : [`"${name}":${value}`])).join(',')}}`;
}

function json(text: string): string {
  return JSON.stringify(text.normalize('NFC').toWellFormed());
}

function optional(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : json(text);
}
