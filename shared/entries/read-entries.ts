import { checkLines, type MemberPlaces } from './check-lines.ts';
import { readContractJson } from './contract-json.ts';
import { brokenPlace, type Decoded, decodeText, letterFaults } from './encoding.ts';
import type { EntriesFault, EntriesReading, EntriesRefusal } from './entry-lines.ts';
import { fecPlaces, isFec, openingJournals, readFec } from './fec.ts';
import { fixedPlaces, isQuadra, isXimport, readQuadra, readXimport } from './fixed-widths.ts';
import { atMembers } from './json-members.ts';
import { refusedFormat } from './refused-formats.ts';
import { cellsOf, type Dialect } from './quoting.ts';
import { firstLines, guessDialect, readRows, splitLines } from './rows.ts';

/** `bytes`: the whole file, `name`: its name with the ending, which alone never decides. */
export type EntriesSource = { readonly bytes: Uint8Array; readonly name: string };

/** Reads a file of entries in whatever format it is, with all its faults at once, and holds its lines against the rules of the contract. */
export function readEntries({ bytes, name }: EntriesSource): EntriesReading | EntriesRefusal {
  if (startsWith(bytes, ZIP)) return { refused: name.toLowerCase().endsWith('.xlsx') ? 'needs-mapping' : 'not-entries' };
  const decoded = decodeText(bytes);
  const { text, encoding, guessed, damaged } = decoded;
  if (text.trim() === '') return { refused: 'empty' };
  if (!isText(text)) return { refused: 'not-entries' };
  // JSON is UTF-8 and nothing else (RFC 8259).
  const isJson = text.trimStart().startsWith('{');
  if (isJson && (guessed || damaged || encoding !== 'utf-8'))
    return { format: 'json', lines: [], errors: [{ kind: 'encoding', ...brokenPlace(bytes) }], warnings: [] };
  return isJson ? ofJson(text) : ofRows(decoded);
}

/** What the rules of the contract find stands where the member does that they are about. */
function ofJson(text: string): EntriesReading | EntriesRefusal {
  const reading = checked(readContractJson(text));
  if ('refused' in reading) return reading;
  const placed = atMembers(text);
  return { ...reading, errors: inOrder(reading.errors.map(placed)), warnings: inOrder(reading.warnings.map(placed)) };
}

/** What is damaged is asked about cell by cell once its columns have a meaning. */
function ofRows(decoded: Decoded): EntriesReading | EntriesRefusal {
  const { text, damaged, other } = decoded;
  const refusal = refusedFormat(text);
  if (refusal !== null) return refusal;
  const heading = (firstLines(text)[0] ?? '').slice(0, HEADING_CHARACTERS_MAX);
  if (HEADING_OF_FEC.test(heading)) {
    const { dialect } = guessDialect(text);
    const names = cellsOf(heading, dialect).cells;
    if (isFec(names)) return ofFec(decoded, dialect, names);
  }
  if (damaged) return { refused: 'needs-mapping' };
  if (isXimport(text)) return checked(readXimport(text), doubtedLines(text, other?.text), fixedPlaces('ximport'));
  return isQuadra(text) ? checked(readQuadra(text), doubtedLines(text, other?.text), fixedPlaces('quadra')) : { refused: 'needs-mapping' };
}

/** Far above the heading of a FEC with 22 columns. */
const HEADING_CHARACTERS_MAX = 10_000;
/** Asked before the dialect is guessed, which costs a pass over the file. */
const HEADING_OF_FEC = /compte/i;

function ofFec(decoded: Decoded, dialect: Dialect, heading: readonly string[]): EntriesReading | EntriesRefusal {
  const reading = readFec(decoded.text, dialect);
  if ('refused' in reading) return reading;
  const openings = openingJournals(reading.lines).flatMap((journal): readonly EntriesFault[] => {
    const first = reading.lines.find(({ line }) => line.journal === journal);
    return first === undefined ? [] : [{ kind: 'opening-journal', line: first.place.line, value: journal }];
  });
  return checkedReading(reading, [...lettersIn(decoded, dialect), ...openings], fecPlaces(heading));
}

/** What the letters of a text of rows leave in doubt. */
export function lettersIn(decoded: Decoded, dialect: Dialect): readonly EntriesFault[] {
  const { text, damaged, other } = decoded;
  if (!damaged && other === null) return [];
  const { rows } = readRows(text, dialect);
  return letterFaults(decoded, rows, other === null ? rows : readRows(other.text, dialect).rows);
}

/** The lines of fixed widths that another encoding reads otherwise. */
function doubtedLines(text: string, other = text): readonly EntriesFault[] {
  const others = splitLines(other);
  return splitLines(text).flatMap((written, at) => (others[at] === written ? [] : [{ kind: 'guessed-letters', line: at + 1 }]));
}

function checked(
  reading: EntriesReading | EntriesRefusal,
  found: readonly EntriesFault[] = [],
  places: MemberPlaces = {},
): EntriesReading | EntriesRefusal {
  return 'refused' in reading ? reading : checkedReading(reading, found, places);
}

/** A reading with what its lines come to by the rules of the contract. `found`: further faults, of which only those of the encoding are errors. */
export function checkedReading(reading: EntriesReading, found: readonly EntriesFault[], places: MemberPlaces): EntriesReading {
  const { errors, warnings } = checkLines(reading.lines, {}, places);
  const [broken, doubted] = [found.filter(({ kind }) => kind === 'encoding'), found.filter(({ kind }) => kind !== 'encoding')];
  return {
    ...reading,
    errors: inOrder([...reading.errors, ...broken, ...errors]),
    warnings: inOrder([...reading.warnings, ...warnings, ...doubted]),
  };
}

function inOrder(faults: readonly EntriesFault[]): readonly EntriesFault[] {
  return faults.toSorted((one, other) => one.line - other.line || (one.column ?? 0) - (other.column ?? 0));
}

/** The archive that a sheet is. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** A picture or a program shows what it is within this. */
const LOOKED_AT_CHARACTERS = 4_096;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000e-\u001f]/;

/** Whether it can be rows of text, in whatever letters. */
function isText(text: string): boolean {
  return !CONTROL.test(text.slice(0, LOOKED_AT_CHARACTERS));
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}
