import type { Case } from '../case.ts';
import { mustBe, mustBeInvalid, mustBeReceived } from '../check.ts';
import type { Answer } from '../client.ts';
import { GOOD_ENTRIES, sendEntries, sendRaw } from '../imports.ts';
import { AMOUNT_MEMBERS, entriesOf, FULL_LINE, LINE, REQUIRED_LINE_MEMBERS, SECTION, without } from '../../fixtures/entries.ts';

const section = 'endpoints/entries';

type Row = readonly [id: string, says: string, body: unknown];

const goodEntries = GOOD_ENTRIES;

const REFUSED: readonly Row[] = [
  ['metadata-array', '`metadata` is not an array.', { entries: goodEntries, metadata: ['a'] }],
  ['metadata-string', '`metadata` is not a string.', { entries: goodEntries, metadata: 'a' }],
  ['metadata-number', '`metadata` is not a number.', { entries: goodEntries, metadata: 12 }],
  ['metadata-boolean', '`metadata` is not a boolean.', { entries: goodEntries, metadata: true }],
  ['no-entries', '`entries` is required.', { userEmail: 'lea@example.fr' }],
  ['entries-null', '`entries` is an object.', { entries: null }],
  ['entries-as-string', '`entries` is an object, not a JSON string as on an invoice.', { entries: JSON.stringify(goodEntries) }],
  ['entries-unwrapped', '`entries` is a member of the body: the bare structure is not taken.', goodEntries],
  ['reference-number', '`externalReference` is a string.', { entries: goodEntries, externalReference: 2026 }],
  ['reference-with-space', '`externalReference`: characters `[a-zA-Z0-9_-:]`.', { entries: goodEntries, externalReference: 'PAIE 01' }],
  ['body-array', 'The body is an object.', [{ entries: goodEntries }]],
  ['body-null', 'The body is an object.', null],
  ['body-string', 'The body is an object.', 'entries'],
];

const TAKEN: readonly Row[] = [
  ['entries-alone', '`entries` is required, and nothing else is.', { entries: goodEntries }],
  ['user-email', '`userEmail`: email of the importing user.', { entries: goodEntries, userEmail: 'lea@example.fr' }],
  ['metadata-null', '`metadata` may be null.', { entries: goodEntries, metadata: null }],
  ['metadata-empty', '`metadata` may be an empty object.', { entries: goodEntries, metadata: {} }],
  [
    'metadata-nested',
    '`metadata` is free-form.',
    { entries: goodEntries, metadata: { lot: 12, tags: ['a', null, { b: true }], clé: 'été' } },
  ],
];

type RawRow = readonly [id: string, says: string, contentType: string | null, text: string, check: (answer: Answer) => void];

/** The document shows 400 for a format; a 415 says the same about a content type. */
function mustBeRefused(answer: Answer): void {
  mustBe([400, 415], answer);
  if (answer.status === 400) mustBeInvalid(answer);
}

const RAW: readonly RawRow[] = [
  ['no-json', 'The body is JSON.', 'application/json', '{"entries":', mustBeInvalid],
  ['empty-body', 'The body is JSON.', 'application/json', '', mustBeInvalid],
  ['as-text', 'Content type `application/json`.', 'text/plain', '{"entries":{"data":{"lines":[]}}}', mustBeRefused],
  ['as-form', 'Content type `application/json`.', 'application/x-www-form-urlencoded', 'entries=%7B%7D', mustBeRefused],
  ['no-content-type', 'Content type `application/json`.', null, '{"entries":{"data":{"lines":[]}}}', mustBeRefused],
];

export const entriesRouteCases: readonly Case[] = [
  ...REFUSED.map(
    ([id, says, body]): Case => ({
      id: `entries/${id}`,
      section,
      says,
      needs: [],
      run: async (subject) => mustBeInvalid(await sendEntries(subject, body)),
    }),
  ),
  ...TAKEN.map(
    ([id, says, body]): Case => ({
      id: `entries/${id}`,
      section,
      says,
      needs: ['writing'],
      run: async (subject) =>
        void mustBeReceived(await sendEntries(subject, { ...(body as object), externalReference: subject.reference() })),
    }),
  ),
  ...RAW.map(
    ([id, says, contentType, text, check]): Case => ({
      id: `entries/${id}`,
      section,
      says,
      needs: [],
      run: async (subject) => {
        const headers = contentType === null ? {} : { 'content-type': contentType };
        check(await sendRaw(subject, 'entries', { headers, body: [new TextEncoder().encode(text)] }));
      },
    }),
  ),
  {
    id: 'entries/charset-parameter',
    section,
    says: 'The content type may carry a parameter, as many clients send it.',
    needs: ['writing'],
    run: async (subject) => {
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      mustBeReceived(await sendEntries(subject, { entries: goodEntries, externalReference: subject.reference() }, { headers }));
    },
  },
  {
    id: 'entries/invalid-leaves-nothing',
    section,
    says: 'A refused batch records nothing: its reference is still free.',
    needs: ['writing'],
    run: async (subject) => {
      const externalReference = subject.reference();
      mustBeInvalid(await sendEntries(subject, { entries: goodEntries, externalReference, metadata: 12 }));
      mustBeReceived(await sendEntries(subject, { entries: goodEntries, externalReference }));
    },
  },
];

const structureSection = 'resources/entries';

type EntriesStructureRow = readonly [id: string, says: string, entries: unknown];

const axis = (change: object): unknown => entriesOf({ ...LINE, analyticalAxes: [{ axisCode: 'SITE', sections: [SECTION], ...change }] });
const inSection = (value: unknown): unknown => axis({ sections: [value] });
const [AXIS] = FULL_LINE.analyticalAxes;

const MISSING: readonly EntriesStructureRow[] = [
  ...REQUIRED_LINE_MEMBERS.map(
    (name): EntriesStructureRow => [`no-${name}`, `\`${name}\` is a required member of a line.`, entriesOf(without(LINE, name))],
  ),
  ...AMOUNT_MEMBERS.flatMap((name): EntriesStructureRow[] => [
    [`no-debit-${name}`, 'All four members of an amount are required.', entriesOf({ ...LINE, debit: without(LINE.debit, name) })],
    [`no-credit-${name}`, 'All four members of an amount are required.', entriesOf({ ...LINE, credit: without(LINE.credit, name) })],
    [`no-section-debit-${name}`, 'A section has amount objects as well.', inSection({ ...SECTION, debit: without(SECTION.debit, name) })],
  ]),
  ['no-section-credit', '`credit` of a section is required.', inSection(without(SECTION, 'credit'))],
  ['no-section-debit', '`debit` of a section is required.', inSection(without(SECTION, 'debit'))],
  ['no-section-code', '`section` is required.', inSection(without(SECTION, 'section'))],
  ['no-axis-code', '`axisCode` is required.', entriesOf({ ...LINE, analyticalAxes: [{ sections: [SECTION] }] })],
  ['no-sections', '`sections` is required.', entriesOf({ ...LINE, analyticalAxes: [{ axisCode: 'SITE' }] })],
  ['empty-sections', '`sections` is not empty.', axis({ sections: [] })],
  ['axis-twice', '`axisCode` is unique within one line.', entriesOf({ ...LINE, analyticalAxes: [AXIS, AXIS] })],
  ['empty-lines', '`data.lines` must not be empty.', entriesOf()],
  ['no-lines', '`data` holds `lines`.', { data: {} }],
  ['no-data', 'The root has the member `data`.', {}],
  ['second-line', 'Each line has the required members, the last one too.', entriesOf(LINE, without(LINE, 'journal'))],
];

const NO_DATES = [
  ['day-that-is-not', '2026-02-30'],
  ['month-that-is-not', '2026-13-01'],
  ['in-french', '31/01/2026'],
  ['word', 'demain'],
  ['empty', ''],
] as const;

const WRONG: readonly EntriesStructureRow[] = [
  ['date-number', '`date` is a string.', entriesOf({ ...LINE, date: 20_260_131 })],
  ...NO_DATES.flatMap(([id, date]): EntriesStructureRow[] => [
    [`date-${id}`, '`date` is an ISO 8601 date.', entriesOf({ ...LINE, date })],
    [`due-date-${id}`, '`dueDate` is ISO 8601.', entriesOf({ ...LINE, dueDate: date })],
  ]),
  ['account-number', '`account` is a string.', entriesOf({ ...LINE, account: 607_000 })],
  ['journal-null', '`journal` is a string.', entriesOf({ ...LINE, journal: null })],
  ['debit-number', '`debit` is an amount object.', entriesOf({ ...LINE, debit: 120.5 })],
  ['credit-null', '`credit` is an amount object.', entriesOf({ ...LINE, credit: null })],
  ['amount-text', '`amount` is a number.', entriesOf({ ...LINE, debit: { ...LINE.debit, amount: '120.5' } })],
  ['rate-text', '`currencyRate` is a number.', entriesOf({ ...LINE, debit: { ...LINE.debit, currencyRate: '1' } })],
  ['currency-number', '`currency` is a string.', entriesOf({ ...LINE, debit: { ...LINE.debit, currency: 978 } })],
  ['lines-object', '`lines` is an array.', { data: { lines: LINE } }],
  ['line-null', 'A line is an object.', { data: { lines: [null] } }],
  ['line-text', 'A line is an object.', { data: { lines: ['607000'] } }],
  ['data-array', '`data` is an object.', { data: [LINE] }],
  ['axes-object', '`analyticalAxes` is an array.', entriesOf({ ...LINE, analyticalAxes: AXIS })],
  ['axis-code-number', '`axisCode` is a string.', axis({ axisCode: 12 })],
  ['sections-object', '`sections` is an array.', axis({ sections: SECTION })],
  ['section-code-number', '`section` is a string.', inSection({ ...SECTION, section: 75 })],
];

const OPTIONAL = [
  'dueDate',
  'journalLabel',
  'thirdParty',
  'thirdPartySiren',
  'thirdPartyLabel',
  'label',
  'documentReference',
  'analyticalAxes',
] as const;

const ENTRIES_STRUCTURE_TAKEN: readonly EntriesStructureRow[] = [
  ['required-alone', 'A line with its required members alone.', entriesOf(LINE)],
  ['all-members', 'A line with all its members.', entriesOf(FULL_LINE)],
  ...OPTIONAL.map(
    (name): EntriesStructureRow => [`only-${name}`, `\`${name}\` is optional by itself.`, entriesOf({ ...LINE, [name]: FULL_LINE[name] })],
  ),
  ['many-lines', '`lines` has no limit but the size.', entriesOf(...Array.from({ length: 1_000 }, () => LINE))],
  ['axis-without-label', '`axisLabel` is optional.', axis({})],
  ['section-without-label', '`sectionLabel` is optional.', inSection(without(SECTION, 'sectionLabel'))],
  [
    'negative-amount',
    '`amount` is a number: a credit note has a negative one.',
    entriesOf({ ...LINE, debit: { ...LINE.debit, amount: -120.5 } }),
  ],
];

export const entriesStructureCases: readonly Case[] = [
  ...[...MISSING, ...WRONG].map(
    ([id, says, entries]): Case => ({
      id: `structure/${id}`,
      section: structureSection,
      says,
      needs: [],
      run: async (subject) => mustBeInvalid(await sendEntries(subject, { entries })),
    }),
  ),
  ...ENTRIES_STRUCTURE_TAKEN.map(
    ([id, says, entries]): Case => ({
      id: `structure/${id}`,
      section: structureSection,
      says,
      needs: ['writing'],
      run: async (subject) => void mustBeReceived(await sendEntries(subject, { entries, externalReference: subject.reference() })),
    }),
  ),
];
