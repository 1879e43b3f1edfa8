import { entriesOf, LINE, SECTION, UNBALANCED } from '../../fixtures/entries.ts';
import type { Case } from '../case.ts';
import { mustBeReceived } from '../check.ts';
import { sendEntries, sendInvoice } from '../imports.ts';

const section = 'resources/allocation';
const HALF = { ...SECTION, debit: { ...SECTION.debit, amount: 60.25, currencyAmount: 60.25 } };
const axes = (...analyticalAxes: readonly object[]): unknown => entriesOf({ ...LINE, analyticalAxes });
const axis = (axisCode: string, ...sections: readonly object[]): object => ({ axisCode, sections });

type Row = readonly [id: string, says: string, entries: unknown];

const ROWS: readonly Row[] = [
  ['independent', 'Axes are independent: each may take the whole line.', axes(axis('SITE', SECTION), axis('PROJET', SECTION))],
  ['adds-up', 'On every axis the sections add up to the line.', axes(axis('SITE', HALF, { ...HALF, section: 'LYON' }))],
  ['less-than-line', 'An axis that does not total 100% of the line is not rejected.', axes(axis('SITE', HALF))],
  ['more-than-line', 'An axis that exceeds the line is not rejected.', axes(axis('SITE', SECTION, HALF))],
  [
    'other-side',
    'Amounts on the other side are not rejected: the accounting tool checks.',
    axes(axis('SITE', { ...SECTION, debit: SECTION.credit, credit: SECTION.debit })),
  ],
  ['same-section-twice', 'Only `axisCode` is unique: a section may come twice.', axes(axis('SITE', HALF, HALF))],
  [
    'same-axis-on-two-lines',
    '`axisCode` is unique within one line: another line may have it too.',
    entriesOf(...[1, 2].map(() => ({ ...LINE, analyticalAxes: [axis('SITE', SECTION)] }))),
  ],
  ['no-axes', 'An empty array of axes is accepted.', axes()],
  ['unbalanced', 'Entries are not required to balance.', UNBALANCED],
  ['both-sides', 'There is no equality check: a line may have both sides.', entriesOf({ ...LINE, credit: LINE.debit })],
];

/** Each row as a batch, and as the entries of an invoice. */
export const allocationCases: readonly Case[] = ROWS.flatMap(([id, says, entries]): Case[] => [
  {
    id: `allocation/${id}`,
    section,
    says,
    needs: ['writing'],
    run: async (subject) => void mustBeReceived(await sendEntries(subject, { entries, externalReference: subject.reference() })),
  },
  {
    id: `allocation/invoice-${id}`,
    section,
    says,
    needs: ['writing'],
    run: async (subject) => {
      const fields = { entries: JSON.stringify(entries), externalReference: subject.reference() };
      mustBeReceived(await sendInvoice(subject, fields));
    },
  },
]);
