import { ENTRIES, UNBALANCED } from '../../fixtures/entries.ts';
import { SCANS } from '../../fixtures/scans.ts';
import type { Case } from '../case.ts';
import { mustBe, mustBeInvalid, mustBeReceived, mustEqual, member } from '../check.ts';
import { FILE, type Fields, INVOICE_ROUTES, sendInvoice, sendRaw } from '../imports.ts';
import { multipart } from '../multipart.ts';

type Row = readonly [id: string, says: string, fields: Fields];

const section = 'resources/invoice-form';

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
    section,
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
    section,
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
    section,
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
    section,
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
    section,
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
