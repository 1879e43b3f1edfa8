/** Excel takes a file without it for one of the system's own old letters. */
export const CSV_BEGIN = '\uFEFF';

/**
 * One line as RFC 4180 has it. A spreadsheet runs what begins like a formula, and names and reasons are foreign: an apostrophe before
 * it makes it text (OWASP, CSV injection). So does a blank before such a sign, and its wide form in East Asian letters.
 */
export function csvLine(cells: readonly string[], separator: ';' | ','): string {
  return `${cells.map((cell) => quoted(harmless(cell), separator)).join(separator)}\r\n`;
}

const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/;
/** A space at an end is part of the value too, and some readers take it away unless it is quoted. */
const TO_QUOTE = /["\r\n\t;,]|^\s|\s$/;

function harmless(cell: string): string {
  return FORMULA.test(cell) || /^[\t\r\n]/.test(cell) ? `'${cell}` : cell;
}

function quoted(cell: string, separator: string): string {
  return TO_QUOTE.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
