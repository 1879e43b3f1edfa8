import { entriesOf, LINE } from '../../fixtures/entries.ts';
import { pdfOf } from '../../fixtures/scans.ts';
import type { Case } from '../case.ts';
import { mustBeInvalid, mustBeReceived, mustBeTooLarge, mustEqual } from '../check.ts';
import type { Answer } from '../client.ts';
import { FILE, GOOD_ENTRIES, ROUTES, type Route, sendEntries, sendGood, sendInvoice } from '../imports.ts';
import type { Subject } from '../subject.ts';

const section = 'limits';
/** The smallest and the largest reading of 5 MB: up to `sure` everything must be accepted, beyond `most` nothing may be. */
const BYTES = { sure: 5_000_000, most: 5_242_880 } as const;
/** 16 KB likewise. */
const METADATA = { sure: 16_000, most: 16_384 } as const;

type Send = (subject: Subject) => Promise<Answer>;
type Row = readonly [id: string, says: string, send: Send];

const nameOf = (length: number, character = 'a'): string => `${character.repeat(length - 4)}.pdf`;
const withFile =
  (bytes: number): Send =>
  (subject) =>
    sendInvoice(subject, { file: { ...FILE, content: pdfOf(bytes) }, externalReference: subject.reference() });
const withName =
  (filename: string): Send =>
  (subject) =>
    sendInvoice(subject, { filename, externalReference: subject.reference() });
const withMetadata =
  (metadata: unknown): Send =>
  (subject) =>
    sendEntries(subject, { entries: GOOD_ENTRIES, metadata, externalReference: subject.reference() });

/** Entries of exactly this many bytes as JSON. */
function entriesText(bytes: number, character = 'a'): string {
  const empty = JSON.stringify(entriesOf({ ...LINE, label: '' }));
  const each = Buffer.byteLength(character);
  const room = bytes - Buffer.byteLength(empty);
  return JSON.stringify(entriesOf({ ...LINE, label: character.repeat(Math.floor(room / each)) + 'a'.repeat(room % each) }));
}

/** Metadata of exactly this many bytes as JSON. */
function metadataOf(bytes: number, character = 'a'): unknown {
  const room = bytes - Buffer.byteLength(JSON.stringify({ note: '' }));
  const each = Buffer.byteLength(character);
  return { note: character.repeat(Math.floor(room / each)) + 'a'.repeat(room % each) };
}

const onInvoice =
  (text: string): Send =>
  (subject) =>
    sendInvoice(subject, { entries: text, externalReference: subject.reference() });
const onRoute =
  (text: string): Send =>
  (subject) =>
    sendEntries(subject, { entries: JSON.parse(text) as unknown, externalReference: subject.reference() });

const TAKEN: readonly Row[] = [
  ['file', 'Invoice file size: 5 MB maximum. 5,000,000 bytes are within it.', withFile(BYTES.sure)],
  ['filename', '`filename` length: 120 characters maximum.', withName(nameOf(120))],
  ['filename-accents', 'Characters, not bytes: 120 with accents are 120.', withName(nameOf(120, 'é'))],
  ['entries-on-invoice', '`entries` JSON size: 5 MB maximum. 5,000,000 bytes are within it.', onInvoice(entriesText(BYTES.sure))],
  ['entries', '`entries` JSON size: 5 MB maximum. 5,000,000 bytes are within it.', onRoute(entriesText(BYTES.sure))],
  ['metadata', '`metadata` size: 16 KB maximum. 16,000 bytes are within it.', withMetadata(metadataOf(METADATA.sure))],
];

const TOO_LARGE: readonly Row[] = [
  ['file-past', 'Invoice file size: 5 MB maximum. One byte past the largest reading is too much.', withFile(BYTES.most + 1)],
  ['file-far-past', 'Invoice file size: 5 MB maximum.', withFile(8_000_000)],
  ['entries-on-invoice-past', '`entries` JSON size: 5 MB maximum.', onInvoice(entriesText(BYTES.most + 1))],
  ['entries-on-invoice-utf-8', '`entries` JSON size is counted in UTF-8.', onInvoice(entriesText(BYTES.most + 1, 'é'))],
  ['entries-past', '`entries` JSON size: 5 MB maximum.', onRoute(entriesText(BYTES.most + 1))],
  ['entries-utf-8', '`entries` JSON size is counted in UTF-8.', onRoute(entriesText(BYTES.most + 1, '漢'))],
];

const INVALID: readonly Row[] = [
  ['filename-past', '`filename` length: 120 characters maximum.', withName(nameOf(121))],
  ['filename-accents-past', '`filename` length: 120 characters maximum, with accents too.', withName(nameOf(121, 'é'))],
];

/** The document shows no status for metadata that is too large: it may count as invalid data, or as too large. */
const METADATA_PAST: readonly Row[] = [
  ['metadata-past', '`metadata` size: 16 KB maximum.', withMetadata(metadataOf(METADATA.most + 1))],
  ['metadata-utf-8', '`metadata` size is that of the serialised bytes.', withMetadata(metadataOf(METADATA.most + 2, 'é'))],
];

const referenceOf = (subject: Subject, length: number): string => subject.reference().padEnd(length, 'x');

const references = ROUTES.flatMap((route: Route): Case[] => [
  {
    id: `limits/${route}-reference`,
    section,
    says: '`externalReference` length: 64 characters maximum.',
    needs: ['writing'],
    run: async (subject) => void mustBeReceived(await sendGood(subject, route, { reference: referenceOf(subject, 64) })),
  },
  {
    id: `limits/${route}-reference-past`,
    section,
    says: '`externalReference` length: 64 characters maximum.',
    needs: [],
    run: async (subject) => mustBeInvalid(await sendGood(subject, route, { reference: referenceOf(subject, 65) })),
  },
]);

const rows = (all: readonly Row[], needs: Case['needs'], check: (answer: Answer) => void): Case[] =>
  all.map(([id, says, send]) => ({ id: `limits/${id}`, section, says, needs, run: async (subject) => check(await send(subject)) }));

export const limitCases: readonly Case[] = [
  ...rows(TAKEN, ['writing'], mustBeReceived),
  ...rows([...TOO_LARGE, ...METADATA_PAST], [], mustBeTooLarge),
  ...rows(INVALID, [], mustBeInvalid),
  ...references,
  {
    id: 'limits/token-life',
    section,
    says: 'Access token lifetime: 3600 seconds.',
    needs: [],
    run: async (subject) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await subject.send({
        method: 'POST',
        url: `${subject.target.authUrl}/oauth2/token`,
        headers,
        body: subject.tokenForm().toString(),
      });
      mustEqual(200, answer.status, 'status');
      const { expires_in: seconds } = answer.json as { readonly expires_in: unknown };
      mustEqual(3_600, seconds, 'expires_in');
    },
  },
  {
    id: 'limits/token-ends',
    section,
    says: 'Access token lifetime: 3600 seconds, and then it is invalid.',
    needs: ['control', 'clock'],
    run: async (subject) => {
      const headers = { authorization: `Bearer ${await subject.newToken()}` };
      await subject.control.advance(3_601_000);
      const answer = await subject.send({ method: 'GET', url: `${subject.target.baseUrl}/health`, headers });
      mustEqual(401, answer.status, 'status');
      await subject.newToken();
    },
  },
];
