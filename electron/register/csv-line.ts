/** Byte order mark: without it Excel reads the file in the system's legacy encoding. */
export const CSV_BEGIN = '\uFEFF';

/**
 * One line per RFC 4180. A spreadsheet runs a cell that begins like a formula, and names and reasons are foreign text: an apostrophe in front makes
 * it text (OWASP, CSV injection). A blank before such a sign does not help, and the sign's wide form in East Asian scripts counts too.
 */
export function csvLine(cells: readonly string[], separator: ';' | ','): string {
  return `${cells.map((cell) => quoted(harmless(cell), separator)).join(separator)}\r\n`;
}

const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/;
/** A space at either end is part of the value too, and some readers strip it unless it is quoted. */
const TO_QUOTE = /["\r\n\t;,]|^\s|\s$/;

function harmless(cell: string): string {
  return FORMULA.test(cell) || /^[\t\r\n]/.test(cell) ? `'${cell}` : cell;
}

function quoted(cell: string, separator: string): string {
  return TO_QUOTE.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
