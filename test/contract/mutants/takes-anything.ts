import { type Mutant, refusing, taking } from './mutated-service.ts';

type Row = readonly [what: string, reason: RegExp, ...caughtBy: readonly string[]];

const FORM: readonly Row[] = [
  ['a form without a filename', /^filename is missing/, 'purchase-invoices/no-filename', 'sales-invoices/no-filename'],
  ['a filename with any ending', /^filename must end/, 'purchase-invoices/other-ending', 'purchase-invoices/ending-gif'],
  ['a form without a file', /^file is missing/, 'purchase-invoices/no-file', 'sales-invoices/no-file'],
  ['a file of no bytes', /^file is empty/, 'purchase-invoices/empty-file'],
  ['a file of any format', /^file is none of/, 'purchase-invoices/other-format', 'purchase-invoices/file-zip'],
  ['a file of one byte too many', /^file has 5242881 bytes/, 'limits/file-past'],
  ['a file of eight megabytes', /^file has 8000000 bytes/, 'limits/file-far-past'],
  ['a filename of 121 characters', /^filename has more than/, 'limits/filename-past', 'limits/filename-accents-past'],
  ['an organization that is no JSON', /^organization is not JSON/, 'purchase-invoices/organization-no-json'],
  ['entries of an invoice that are no JSON', /^entries is not JSON/, 'purchase-invoices/entries-no-json'],
  ['a form of any content type', /multipart\/form-data/, 'purchase-invoices/as-json', 'purchase-invoices/as-text'],
  ['a form without its boundary', /usable boundary/, 'purchase-invoices/no-boundary'],
  ['half a form', /middle of a part/, 'purchase-invoices/cut-short'],
  ['a form of no part', /has no part/, 'purchase-invoices/empty-body', 'purchase-invoices/other-boundary'],
];

const BODY: readonly Row[] = [
  ['entries that are no JSON', /^The body is not JSON/, 'entries/no-json', 'entries/empty-body'],
  ['a body that is no object', /JSON object with entries/, 'entries/body-array', 'entries/body-null'],
  ['entries of any content type', /application\/json/, 'entries/as-text', 'entries/as-form'],
  ['a reference that is a number', /^externalReference must be a string/, 'entries/reference-number'],
  ['metadata that are no object', /^metadata must be/, 'entries/metadata-array', 'entries/metadata-string'],
  ['metadata of 17 kilobytes', /^metadata has more/, 'limits/metadata-past', 'limits/metadata-utf-8'],
  ['entries of one byte too many', /^entries has 5242881/, 'limits/entries-past', 'limits/entries-on-invoice-past'],
];

const REFERENCES: readonly Row[] = ['purchase-invoices', 'sales-invoices', 'entries'].map((route) => [
  `any character in a reference of ${route}`,
  /^externalReference must be 1 to 64/,
  `${route}/reference-with-space`,
  `document/${route}-dot`,
  `limits/${route}-reference-past`,
]);

const missing = (member: string): RegExp => new RegExp(`\\.${member}: .*received undefined`);
const typed = (member: string, kind: string): RegExp => new RegExp(`\\.${member}: .*received ${kind}`);
const SECTION_PATH = String.raw`sections\.0\.`;

const STRUCTURE: readonly Row[] = [
  ...['date', 'journal', 'account', 'reference'].map(
    (name): Row => [`a line without ${name}`, missing(String.raw`0\.${name}`), `structure/no-${name}`],
  ),
  ...['debit', 'credit'].map((side): Row => [`a line without ${side}`, missing(String.raw`lines\.0\.${side}`), `structure/no-${side}`]),
  ...['amount', 'currency', 'currencyAmount', 'currencyRate'].flatMap((name): Row[] => [
    [`a debit without ${name}`, missing(String.raw`lines\.0\.debit\.${name}`), `structure/no-debit-${name}`],
    [`a credit without ${name}`, missing(String.raw`lines\.0\.credit\.${name}`), `structure/no-credit-${name}`],
    [`a section's debit without ${name}`, missing(`${SECTION_PATH}debit\\.${name}`), `structure/no-section-debit-${name}`],
  ]),
  ['a section without credit', missing(`${SECTION_PATH}credit`), 'structure/no-section-credit'],
  ['a section without debit', missing(`${SECTION_PATH}debit`), 'structure/no-section-debit'],
  ['a section without its code', missing(`${SECTION_PATH}section`), 'structure/no-section-code'],
  ['an axis without its code', missing('axisCode'), 'structure/no-axis-code'],
  ['an axis without sections', missing('sections'), 'structure/no-sections'],
  ['an axis of no section', /sections: Too small/, 'structure/empty-sections', 'purchase-invoices/entries-axis-empty'],
  ['an axis twice', /axisCode must be unique/, 'structure/axis-twice', 'purchase-invoices/entries-axis-twice'],
  ['entries of no line', /lines: Too small/, 'structure/empty-lines', 'purchase-invoices/entries-empty'],
  ['data without lines', /data\.lines: .*received undefined/, 'structure/no-lines'],
  ['entries without data', /data: .*received undefined/, 'structure/no-data'],
  ['a second line without its journal', /lines\.1\.journal/, 'structure/second-line'],
  ['a date that is a number', typed('date', 'number'), 'structure/date-number'],
  ['an account that is a number', typed('account', 'number'), 'structure/account-number'],
  ['a journal that is null', typed('journal', 'null'), 'structure/journal-null'],
  ['a debit that is a number', typed('debit', 'number'), 'structure/debit-number'],
  ['a credit that is null', typed('credit', 'null'), 'structure/credit-null'],
  ['an amount that is text', typed('amount', 'string'), 'structure/amount-text'],
  ['a rate that is text', typed('currencyRate', 'string'), 'structure/rate-text'],
  ['a currency that is a number', typed('currency', 'number'), 'structure/currency-number'],
  ['lines that are an object', typed('lines', 'object'), 'structure/lines-object'],
  ['a line that is null', /lines\.0: .*received null/, 'structure/line-null'],
  ['a line that is text', /lines\.0: .*received string/, 'structure/line-text'],
  ['data that are a list', /data: .*received array/, 'structure/data-array'],
  ['axes that are an object', typed('analyticalAxes', 'object'), 'structure/axes-object'],
  ['the code of an axis that is a number', typed('axisCode', 'number'), 'structure/axis-code-number'],
  ['sections that are an object', typed('sections', 'object'), 'structure/sections-object'],
  ['the code of a section that is a number', typed('section', 'number'), 'structure/section-code-number'],
  [
    'a date that is none',
    /\.date: not an ISO 8601 date/,
    'structure/date-day-that-is-not',
    'structure/date-month-that-is-not',
    'structure/date-in-french',
    'structure/date-word',
    'structure/date-empty',
  ],
  ['a due date that is none', /\.dueDate: not an ISO 8601 date/, 'structure/due-date-day-that-is-not', 'structure/due-date-in-french'],
];

/** Rules that are not checked. */
export const takesAnything: readonly Mutant[] = [
  ...[...FORM, ...BODY, ...STRUCTURE].map(
    ([what, reason, ...caughtBy]): Mutant => ({ name: `takes ${what}`, caughtBy, ...taking(reason) }),
  ),
  ...REFERENCES.map(([what, reason, ...caughtBy]): Mutant => {
    const route = what.split(' ').at(-1) ?? '';
    return { name: `takes ${what}`, caughtBy, ...taking(reason, new RegExp(`/${route}$`)) };
  }),
];

type TakesTooLittleRow = readonly [what: string, has: RegExp, ...caughtBy: readonly string[]];

const ENTRIES = /\/entries$/;

const TAKES_TOO_LITTLE_FORM: readonly TakesTooLittleRow[] = [
  ['a comment', /name="comment"/, 'form/comment', 'form/everything'],
  ['an organization', /name="organization"/, 'form/organization', 'form/organization-partly'],
  ['the email of the user', /name="userEmail"/, 'form/user-email', 'form/everything'],
  ['entries as a JSON part', /name="entries"[^]*?Content-Type: application\/json/, 'form/entries-as-part'],
  ['entries as a JSON string', /name="entries"\r\n\r\n/, 'form/entries-as-string'],
  ['the ending .jpeg', /\.jpeg\r\n/, 'form/format-jpeg'],
  ['the ending .bmp', /\.bmp\r\n/, 'form/format-bmp'],
  ['endings in capitals', /\.(PDF|JPG|JPEG|PNG|BMP)\r\n/, 'form/ending-pdf-in-capitals', 'form/ending-png-in-capitals'],
  ['a filename with accents', /name="filename"\r\n\r\n[^\r]*[\u00c2-\u00c3]/, 'form/accented-filename', 'limits/filename-accents'],
  ['a file before its filename', /^multipart[^]*name="file"[^]*name="filename"/, 'form/file-first'],
  ['a colon in a reference', /name="externalReference"\r\n\r\n[^\r]*:/, 'document/purchase-invoices-characters'],
  ['a reference of 64 characters', /name="externalReference"\r\n\r\n[^\r]{64}\r\n/, 'limits/purchase-invoices-reference'],
  ['a filename of 120 characters', /name="filename"\r\n\r\n[^\r]{120}\r\n/, 'limits/filename'],
];

const TAKES_TOO_LITTLE_BODY: readonly TakesTooLittleRow[] = [
  ['a negative amount', /"amount":-/, 'structure/negative-amount'],
  ['more than a hundred lines', /("journal":(?:(?!"journal":)[^])*){101}/, 'structure/many-lines'],
  ['an empty list of axes', /"analyticalAxes":\[\]/, 'allocation/no-axes'],
  ['a content type with a parameter', /^application\/json *;/, 'entries/charset-parameter'],
  ['metadata of null', /"metadata":null/, 'entries/metadata-null'],
  ['metadata with members of their own', /"metadata":\{[^}]*[{[]/, 'entries/metadata-nested'],
  ['a line with a label', /"label":/, 'structure/only-label', 'structure/all-members'],
  ['a line with a third party', /"thirdParty":/, 'structure/only-thirdParty'],
  ['a due date', /"dueDate":/, 'structure/only-dueDate'],
];

/** Calls that the document allows, but that are refused. */
export const takesTooLittle: readonly Mutant[] = [
  ...TAKES_TOO_LITTLE_FORM.map(
    ([what, has, ...caughtBy]): Mutant => ({ name: `refuses ${what}`, caughtBy, ...refusing(has, /-invoices$/) }),
  ),
  ...TAKES_TOO_LITTLE_BODY.map(([what, has, ...caughtBy]): Mutant => ({ name: `refuses ${what}`, caughtBy, ...refusing(has, ENTRIES) })),
];
