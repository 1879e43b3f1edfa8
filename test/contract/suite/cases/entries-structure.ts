import { AMOUNT_MEMBERS, entriesOf, FULL_LINE, LINE, REQUIRED_LINE_MEMBERS, SECTION, without } from '../../fixtures/entries.ts';
import type { Case } from '../case.ts';
import { mustBeInvalid, mustBeReceived } from '../check.ts';
import { sendEntries } from '../imports.ts';

const section = 'resources/entries';

type Row = readonly [id: string, says: string, entries: unknown];

const axis = (change: object): unknown => entriesOf({ ...LINE, analyticalAxes: [{ axisCode: 'SITE', sections: [SECTION], ...change }] });
const inSection = (value: unknown): unknown => axis({ sections: [value] });
const [AXIS] = FULL_LINE.analyticalAxes;

const MISSING: readonly Row[] = [
  ...REQUIRED_LINE_MEMBERS.map(
    (name): Row => [`no-${name}`, `\`${name}\` is a required member of a line.`, entriesOf(without(LINE, name))],
  ),
  ...AMOUNT_MEMBERS.flatMap((name): Row[] => [
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

const WRONG: readonly Row[] = [
  ['date-number', '`date` is a string.', entriesOf({ ...LINE, date: 20_260_131 })],
  ...NO_DATES.flatMap(([id, date]): Row[] => [
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

const TAKEN: readonly Row[] = [
  ['required-alone', 'A line with its required members alone.', entriesOf(LINE)],
  ['all-members', 'A line with all its members.', entriesOf(FULL_LINE)],
  ...OPTIONAL.map((name): Row => [`only-${name}`, `\`${name}\` is optional by itself.`, entriesOf({ ...LINE, [name]: FULL_LINE[name] })]),
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
      section,
      says,
      needs: [],
      run: async (subject) => mustBeInvalid(await sendEntries(subject, { entries })),
    }),
  ),
  ...TAKEN.map(
    ([id, says, entries]): Case => ({
      id: `structure/${id}`,
      section,
      says,
      needs: ['writing'],
      run: async (subject) => void mustBeReceived(await sendEntries(subject, { entries, externalReference: subject.reference() })),
    }),
  ),
];
