import type { Case } from '../case.ts';
import { member, must, mustBeInvalid, mustBeProblem, mustBeReceived, mustBeTimestamp, mustBeTooLarge, mustEqual } from '../check.ts';
import type { Closing } from '../control.ts';
import {
  buildHeaders,
  FILE,
  GOOD_ENTRIES,
  imported,
  type Route,
  ROUTES,
  routeUrl,
  sendEntries,
  sendGood,
  sendInvoice,
  sendNothing,
} from '../imports.ts';
import type { Subject } from '../subject.ts';
import { entriesOf, LINE } from '../../fixtures/entries.ts';
import { pdfOf } from '../../fixtures/answers.ts';
import type { Answer } from '../client.ts';

const section = 'errors';
const CLOSINGS: readonly (readonly [Closing, string])[] = [
  ['SMB_CLOSED', 'SMB Closed'],
  ['SMB_NOTFOUND', 'SMB not Found'],
  ['CPA_CLOSED', 'CPA Closed'],
];

async function closed(subject: Subject, errorCode: Closing) {
  const integration = await subject.control.makeIntegration();
  await subject.control.close(integration.integrationId, errorCode);
  return integration;
}

const closings = CLOSINGS.flatMap(([errorCode, reason]): Case[] => [
  ...ROUTES.map(
    (route): Case => ({
      id: `errors/${route}-${errorCode}`,
      section,
      says: `400 ${errorCode}, to an import of any type.`,
      needs: ['control'],
      run: async (subject) =>
        mustBeProblem(await sendGood(subject, route, { integration: await closed(subject, errorCode) }), { status: 400, errorCode }),
    }),
  ),
  {
    id: `errors/later-${errorCode}`,
    section,
    says: `After automatic revocation, later calls return 401 with the reason ${reason}.`,
    needs: ['control'],
    run: async (subject) => {
      const integration = await closed(subject, errorCode);
      await sendGood(subject, 'purchase-invoices', { integration });
      for (const route of ROUTES) {
        const answer = await sendGood(subject, route, { integration });
        mustBeProblem(answer, { status: 401 });
        must(answer.text.toLowerCase().includes(reason.toLowerCase()), `the reason ${reason}`, answer);
      }
    },
  },
]);

async function duplicate(subject: Subject) {
  const reference = subject.reference();
  const documentId = await imported(subject, 'sales-invoices', { reference });
  return { documentId, answer: await sendGood(subject, 'sales-invoices', { reference }) };
}

export const errorCases: readonly Case[] = [
  ...closings,
  {
    id: 'errors/duplicate',
    section,
    says: '409 DUPLICATE_EXTERNAL_REFERENCE.',
    needs: ['writing'],
    run: async (subject) => mustBeProblem((await duplicate(subject)).answer, { status: 409, errorCode: 'DUPLICATE_EXTERNAL_REFERENCE' }),
  },
  {
    id: 'errors/duplicate-document-id',
    section,
    says: 'The response includes `documentId` of the existing import.',
    needs: ['writing'],
    run: async (subject) => {
      const { documentId, answer } = await duplicate(subject);
      mustEqual(documentId, member(answer.json, 'documentId'), 'documentId');
    },
  },
  {
    id: 'errors/duplicate-deposit-date',
    section,
    says: 'The response includes `depositDate` of the existing import, a timestamp.',
    needs: ['writing'],
    run: async (subject) => {
      const { answer } = await duplicate(subject);
      mustBeTimestamp(member(answer.json, 'depositDate'), 'depositDate');
    },
  },
  {
    id: 'errors/duplicate-keeps-date',
    section,
    says: '`depositDate` is that of the existing import: asking again does not move it.',
    needs: ['writing'],
    run: async (subject) => {
      const reference = subject.reference();
      await imported(subject, 'entries', { reference });
      const [one, two] = [await sendGood(subject, 'entries', { reference }), await sendGood(subject, 'entries', { reference })];
      mustEqual(member(one.json, 'depositDate'), member(two.json, 'depositDate'), 'depositDate');
    },
  },
  {
    id: 'errors/invalid-before-duplicate',
    section,
    says: 'A call that is wrong in itself is VALIDATION_ERROR, on every import route.',
    needs: [],
    run: async (subject) => {
      for (const route of ROUTES) mustBeProblem(await sendNothing(subject, route), { status: 400, errorCode: 'VALIDATION_ERROR' });
    },
  },
  {
    id: 'errors/401-has-no-code',
    section,
    says: 'Business errors carry `errorCode`; 401 is given none.',
    needs: [],
    run: async (subject) => {
      const answer = await sendNothing(subject, 'entries', { headers: { authorization: null } });
      mustBeProblem(answer, { status: 401 });
      must(
        !['VALIDATION_ERROR', 'DUPLICATE_EXTERNAL_REFERENCE'].includes(String(member(answer.json, 'errorCode'))),
        'no code of another error',
        answer,
      );
    },
  },
  {
    id: 'errors/unknown-route',
    section,
    says: 'Errors follow RFC 9457, also where there is no such route.',
    needs: [],
    run: async (subject) => {
      const url = `${routeUrl(subject, null)}/contract-suite`;
      mustBeProblem(await subject.send({ method: 'GET', url, headers: await buildHeaders(subject) }), { status: [401, 403, 404] });
    },
  },
  {
    id: 'errors/import-by-get',
    section,
    says: 'The imports are POST: asking for one is no import, and an error of RFC 9457.',
    needs: [],
    run: async (subject) => {
      const url = routeUrl(subject, 'purchase-invoices');
      mustBeProblem(await subject.send({ method: 'GET', url, headers: await buildHeaders(subject) }), { status: [404, 405] });
    },
  },
];

const limitsSection = 'limits';
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
    section: limitsSection,
    says: '`externalReference` length: 64 characters maximum.',
    needs: ['writing'],
    run: async (subject) => void mustBeReceived(await sendGood(subject, route, { reference: referenceOf(subject, 64) })),
  },
  {
    id: `limits/${route}-reference-past`,
    section: limitsSection,
    says: '`externalReference` length: 64 characters maximum.',
    needs: [],
    run: async (subject) => mustBeInvalid(await sendGood(subject, route, { reference: referenceOf(subject, 65) })),
  },
]);

const rows = (all: readonly Row[], needs: Case['needs'], check: (answer: Answer) => void): Case[] =>
  all.map(([id, says, send]) => ({
    id: `limits/${id}`,
    section: limitsSection,
    says,
    needs,
    run: async (subject) => check(await send(subject)),
  }));

export const limitCases: readonly Case[] = [
  ...rows(TAKEN, ['writing'], mustBeReceived),
  ...rows([...TOO_LARGE, ...METADATA_PAST], [], mustBeTooLarge),
  ...rows(INVALID, [], mustBeInvalid),
  ...references,
  {
    id: 'limits/token-life',
    section: limitsSection,
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
    section: limitsSection,
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
