import { refusing } from './changes.ts';
import type { Mutant } from './mutant.ts';

type Row = readonly [what: string, has: RegExp, ...caughtBy: readonly string[]];

const ENTRIES = /\/entries$/;

const FORM: readonly Row[] = [
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

const BODY: readonly Row[] = [
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
  ...FORM.map(([what, has, ...caughtBy]): Mutant => ({ name: `refuses ${what}`, caughtBy, ...refusing(has, /-invoices$/) })),
  ...BODY.map(([what, has, ...caughtBy]): Mutant => ({ name: `refuses ${what}`, caughtBy, ...refusing(has, ENTRIES) })),
];
