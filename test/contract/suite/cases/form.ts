import {
  AXIS_WITHOUT_SECTIONS,
  EMPTY_LINES,
  ENTRIES,
  entriesOf,
  LINE,
  TWICE_ONE_AXIS,
  UNBALANCED,
  without,
} from '../../fixtures/entries.ts';
import { SCANS } from '../../fixtures/answers.ts';
import type { Case } from '../case.ts';
import { member, mustBe, mustBeInvalid, mustBeReceived, mustEqual } from '../check.ts';
import { type Fields, FILE, INVOICE_ROUTES, type InvoiceRoute, sendInvoice, sendRaw } from '../imports.ts';
import { multipart } from '../client.ts';

type Row = readonly [id: string, says: string, fields: Fields];

const importsSection = 'resources/invoice-form';

const ORGANIZATION = {
  name: 'Fournitures Léa',
  siren: '552100554',
  legalForm: 'SARL',
  naf: '4762Z',
  address: { street: '1 rue des Écoles', city: 'Paris' },
  phoneNumber: '+33 1 23 45 67 89',
  contactEmail: 'lea@example.fr',
};

const FORMATS: readonly (readonly [string, Uint8Array, string])[] = [
  ['pdf', SCANS.pdf, 'application/pdf'],
  ['jpg', SCANS.jpeg, 'image/jpeg'],
  ['jpeg', SCANS.jpeg, 'image/jpeg'],
  ['png', SCANS.png, 'image/png'],
  ['bmp', SCANS.bmp, 'image/bmp'],
];

const formats = FORMATS.flatMap(([ending, content, type]): Row[] => [
  [
    `format-${ending}`,
    `A file of this format with the ending \`.${ending}\` is taken.`,
    { filename: `contract.${ending}`, file: { content, filename: 'scan', type } },
  ],
  [
    `ending-${ending}-in-capitals`,
    'The ending is the same in either case.',
    { filename: `contract.${ending.toUpperCase()}`, file: { content, filename: 'scan', type } },
  ],
]);

const VALID: readonly Row[] = [
  ...formats,
  ['accented-filename', '`filename` is a string: it may have accents.', { filename: 'Facture n°12 – été.pdf' }],
  ['user-email', '`userEmail`: email of the user performing the import.', { userEmail: 'lea@example.fr' }],
  [
    'comment',
    '`comment`: free-form note for the accounting firm.',
    { comment: 'À payer avant le 31 – merci !\nDeuxième ligne <b>"&"</b> 🙂' },
  ],
  ['organization', '`organization`: JSON with the members that the document names.', { organization: JSON.stringify(ORGANIZATION) }],
  ['organization-partly', '`organization`: none of its members is required.', { organization: '{"name":"Fournitures Léa"}' }],
  ['entries-as-string', '`entries` may be sent as a JSON string.', { entries: JSON.stringify(ENTRIES) }],
  ['entries-as-part', '`entries` may be sent as a JSON part.', { entries: { content: JSON.stringify(ENTRIES), type: 'application/json' } }],
  [
    'entries-as-named-part',
    '`entries` may be sent as a JSON part, with a file name of its own.',
    { entries: { content: JSON.stringify(ENTRIES), type: 'application/json', filename: 'entries.json' } },
  ],
  ['entries-unbalanced', 'Entries are not required to balance.', { entries: JSON.stringify(UNBALANCED) }],
  [
    'everything',
    'All fields together.',
    { userEmail: 'lea@example.fr', comment: 'Tout', organization: JSON.stringify(ORGANIZATION), entries: JSON.stringify(ENTRIES) },
  ],
];

const valid = VALID.map(
  ([id, says, fields]): Case => ({
    id: `form/${id}`,
    section: importsSection,
    says,
    needs: ['writing'],
    run: async (subject) => void mustBeReceived(await sendInvoice(subject, { ...fields, externalReference: subject.reference() })),
  }),
);

const routes = INVOICE_ROUTES.map(
  (route): Case => ({
    id: `${route}/received`,
    section: `endpoints/${route}`,
    says: 'Response 200, JSON: `{ documentId: string (UUID) }`.',
    needs: ['writing'],
    run: async (subject) => {
      const answer = await sendInvoice(subject, { externalReference: subject.reference() }, { route });
      mustEqual(mustBeReceived(answer), member(answer.json, 'documentId'), 'documentId');
    },
  }),
);

const alone = INVOICE_ROUTES.map(
  (route): Case => ({
    id: `${route}/required-alone`,
    section: `endpoints/${route}`,
    says: '`file` and `filename` are required, and nothing else is.',
    needs: ['writing'],
    run: async (subject) => void mustBeReceived(await sendInvoice(subject, {}, { route })),
  }),
);

export const formImportCases: readonly Case[] = [
  ...valid,
  ...routes,
  ...alone,
  {
    id: 'form/invalid-leaves-nothing',
    section: importsSection,
    says: 'A refused import records nothing: its reference is still free.',
    needs: ['writing'],
    run: async (subject) => {
      const externalReference = subject.reference();
      mustBeInvalid(await sendInvoice(subject, { externalReference, filename: 'facture.txt' }));
      mustBeReceived(await sendInvoice(subject, { externalReference }));
    },
  },
  {
    id: 'form/email-that-is-none',
    section: importsSection,
    says: '`userEmail` that is no address: a documented answer, 200 or VALIDATION_ERROR (which is not shown).',
    needs: ['writing'],
    run: async (subject) => {
      const answer = await sendInvoice(subject, { userEmail: 'nobody', externalReference: subject.reference() });
      mustBe([200, 400], answer);
      if (answer.status === 400) mustBeInvalid(answer);
    },
  },
  {
    id: 'form/file-first',
    section: importsSection,
    says: 'No order of the fields is asked for: `file` may come first.',
    needs: ['writing'],
    run: async (subject) => {
      const form = multipart([
        ['file', FILE],
        ['externalReference', { content: subject.reference() }],
        ['filename', { content: 'contract.pdf' }],
      ]);
      mustBeReceived(await sendRaw(subject, 'purchase-invoices', { headers: { 'content-type': form.contentType }, body: form.body }));
    },
  },
  {
    id: 'form/file-twice',
    section: importsSection,
    says: '`file` is one file: two are answered with 200 or VALIDATION_ERROR (which is not shown).',
    needs: ['writing'],
    run: async (subject) => {
      const form = multipart([
        ['filename', { content: 'contract.pdf' }],
        ['file', FILE],
        ['file', { ...FILE, content: SCANS.png }],
      ]);
      const answer = await sendRaw(subject, 'purchase-invoices', { headers: { 'content-type': form.contentType }, body: form.body });
      mustBe([200, 400], answer);
      if (answer.status === 400) mustBeInvalid(answer);
    },
  },
];

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
