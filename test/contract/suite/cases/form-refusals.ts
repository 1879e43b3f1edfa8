import { EMPTY_LINES, entriesOf, LINE, TWICE_ONE_AXIS, AXIS_WITHOUT_SECTIONS, without } from '../../fixtures/entries.ts';
import { SCANS } from '../../fixtures/scans.ts';
import type { Case } from '../case.ts';
import { mustBeInvalid, mustBe } from '../check.ts';
import { FILE, type Fields, INVOICE_ROUTES, type InvoiceRoute, sendInvoice, sendRaw } from '../imports.ts';
import { multipart } from '../multipart.ts';

type Row = readonly [id: string, says: string, fields: Fields];

const fileOf = (content: string | Uint8Array): Fields => ({ file: { ...FILE, content } });
const json = (value: unknown): Fields => ({ entries: JSON.stringify(value) });

/** Checked on both routes: "same request and response shape". */
const REQUIRED: readonly Row[] = [
  ['no-file', '`file` is required.', { file: null }],
  ['no-filename', '`filename` is required.', { filename: null }],
  ['empty-file', '`file` is PDF, JPEG, PNG or BMP: nothing at all is none of them.', fileOf('')],
  ['other-format', '`file` is PDF, JPEG, PNG or BMP.', fileOf(SCANS.text)],
  ['other-ending', '`filename` must end with one of five endings.', { filename: 'facture.txt' }],
  ['reference-with-space', '`externalReference`: characters `[a-zA-Z0-9_-:]`.', { externalReference: 'F 2026' }],
  ['entries-empty', '`entries`: `data.lines` must not be empty.', json(EMPTY_LINES)],
];

const FORM: readonly Row[] = [
  ['empty-filename', '`filename` is required.', { filename: '' }],
  ['no-ending', '`filename` must end with one of five endings.', { filename: 'facture' }],
  ['ending-without-dot', '`filename` must end with `.pdf`, dot included.', { filename: 'facturepdf' }],
  ['ending-inside', '`filename` must end with it: elsewhere it does not count.', { filename: 'facture.pdf.exe' }],
  ['ending-gif', '`filename` must end with one of five endings.', { filename: 'facture.gif' }],
  ['ending-tiff', '`filename` must end with one of five endings.', { filename: 'facture.tiff' }],
  ['file-gif', '`file` is PDF, JPEG, PNG or BMP.', fileOf('GIF89a\u0001\u0000\u0001\u0000')],
  ['file-tiff', '`file` is PDF, JPEG, PNG or BMP.', fileOf(Uint8Array.of(0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 0, 0))],
  ['file-zip', '`file` is PDF, JPEG, PNG or BMP.', fileOf(Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0))],
  ['file-html', '`file` is PDF, JPEG, PNG or BMP.', fileOf('<!doctype html><title>Facture</title>')],
  ['reference-with-accent', '`externalReference`: characters `[a-zA-Z0-9_-:]`.', { externalReference: 'été' }],
  ['reference-with-slash', '`externalReference`: characters `[a-zA-Z0-9_-:]`.', { externalReference: 'F/2026' }],
  ['reference-with-line-end', '`externalReference`: characters `[a-zA-Z0-9_-:]`.', { externalReference: 'F2026\n' }],
  ['entries-no-json', '`entries` is JSON.', { entries: '{"data":' }],
  ['entries-null', '`entries` has one member `data`.', json(null)],
  ['entries-wrapped', '`entries` is the structure itself: its root has `data`.', json({ entries: entriesOf(LINE) })],
  ['entries-no-account', 'A line has the required members.', json(entriesOf(without(LINE, 'account')))],
  ['entries-axis-twice', '`axisCode` is unique within one line.', json(TWICE_ONE_AXIS)],
  ['entries-axis-empty', '`sections` is not empty.', json(AXIS_WITHOUT_SECTIONS)],
  ['organization-no-json', '`organization` is JSON.', { organization: 'Fournitures Léa' }],
];

const refusal = (route: InvoiceRoute, section: Case['section'], [id, says, fields]: Row): Case => ({
  id: `${route}/${id}`,
  section,
  says,
  needs: [],
  run: async (subject) => mustBeInvalid(await sendInvoice(subject, fields, { route })),
});

type BodyRow = readonly [id: string, says: string, contentType: string | null, body: string];

/** A real form, sent with another content type, or broken. */
const WHOLE = multipart([
  ['filename', { content: 'facture.pdf' }],
  ['file', FILE],
]);
const WHOLE_TEXT = WHOLE.body.map((part) => new TextDecoder().decode(part)).join('');

const BODIES: readonly BodyRow[] = [
  ['as-json', 'The content type is `multipart/form-data`.', 'application/json', '{"filename":"facture.pdf"}'],
  ['as-form', 'The content type is `multipart/form-data`.', 'application/x-www-form-urlencoded', 'filename=facture.pdf&file=x'],
  ['as-text', 'The content type is `multipart/form-data`.', 'text/plain', WHOLE_TEXT],
  ['no-content-type', 'The content type is `multipart/form-data`.', null, WHOLE_TEXT],
  ['no-boundary', 'A form without its boundary is no form (RFC 7578, 4.1).', 'multipart/form-data', WHOLE_TEXT],
  ['other-boundary', 'A form with another boundary is no form.', 'multipart/form-data; boundary=other', WHOLE_TEXT],
  ['cut-short', 'Half a form is no form.', WHOLE.contentType, WHOLE_TEXT.slice(0, -60)],
  ['empty-body', '`file` and `filename` are required.', WHOLE.contentType, ''],
];

/** The document shows 400 for a format; a 415 says the same about a content type. */
const body = ([id, says, contentType, text]: BodyRow): Case => ({
  id: `purchase-invoices/${id}`,
  section: 'endpoints/purchase-invoices',
  says,
  needs: [],
  run: async (subject) => {
    const headers = contentType === null ? {} : { 'content-type': contentType };
    const answer = await sendRaw(subject, 'purchase-invoices', { headers, body: [new TextEncoder().encode(text)] });
    mustBe([400, 415], answer);
    if (answer.status === 400) mustBeInvalid(answer);
  },
});

export const formRefusalCases: readonly Case[] = [
  ...INVOICE_ROUTES.flatMap((route) => REQUIRED.map((row) => refusal(route, `endpoints/${route}`, row))),
  ...FORM.map((row) => refusal('purchase-invoices', 'resources/invoice-form', row)),
  ...BODIES.map(body),
];
