import { crc32, inflateRawSync } from 'node:zlib';
import type { EntriesFault, EntriesRefusalKind, TableRow } from '#shared/entries/entry-lines.ts';
import { sheetRows } from '#shared/entries/sheet.ts';
import { cellStyles, type Relation, relations, sharedStrings, type WorkbookSheet, workbookSheets } from '#shared/entries/workbook.ts';
import { bufferOf } from './bytes.ts';

/** Of all parts of one workbook together, unpacked. A sheet of 100,000 rows with 20 columns has about 90 MB. */
const UNPACKED_BYTES_MAX = 134_217_728;
/** Zip members; a workbook of 200 sheets has about 500. */
const MEMBERS_MAX = 5_000;

export type WorkbookReading = {
  /** Of the first visible sheet that has any; each on its row of the sheet, from 1. */
  readonly rows: readonly TableRow[];
  readonly faults: readonly EntriesFault[];
  readonly sheet: string;
  /** The workbook's other sheets, none of which is read. */
  readonly otherSheets: readonly string[];
};

/**
 * Reads the cells of a workbook. Unpacks no part before its length was counted against what is left of the limit, and only those parts that the
 * cells need: no macros, drawings, links or outside data.
 */
export function readWorkbook(bytes: Uint8Array): WorkbookReading | { readonly refused: EntriesRefusalKind } {
  const file = bufferOf(bytes);
  if (file.subarray(0, 4).equals(COMPOUND)) {
    // A protected .xlsx is wrapped into a compound file, whose directory names its stream in UTF-16.
    return { refused: file.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'sheet-password' : 'other-sheet' };
  }
  const members = membersOf(file);
  if (members === null) return { refused: 'damaged' };
  if (members.has('content.xml') || members.has('xl/workbook.bin')) return { refused: 'other-sheet' };
  return readParts(new Parts(file, members));
}

/** The first bytes of .xls, and of everything that old Office wrote. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** Whether it begins as a workbook of any format does, if not necessarily one that is read. */
export function isWorkbook(bytes: Uint8Array): boolean {
  const start = bufferOf(bytes).subarray(0, 4);
  return start.equals(ZIP) || start.equals(COMPOUND);
}

function readParts(parts: Parts): WorkbookReading | { readonly refused: EntriesRefusalKind } {
  const path =
    pathOf(
      '',
      relations(parts.text('_rels/.rels') ?? '')?.find(({ type }) => type === 'officeDocument'),
    ) ?? 'xl/workbook.xml';
  const workbook = workbookSheets(parts.text(path) ?? '');
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const related = relations(parts.text(`${folder}_rels/${path.slice(folder.length)}.rels`) ?? '');
  if (workbook === null || related === null || workbook.sheets.length === 0) return { refused: parts.refused ?? 'not-entries' };
  const one = (type: string): string | null =>
    pathOf(
      folder,
      related.find((relation) => relation.type === type),
    );
  const strings = sharedStrings(parts.text(one('sharedStrings')) ?? '');
  const styles = cellStyles(parts.text(one('styles')) ?? '');
  if (strings === null || styles === null) return { refused: 'damaged' };
  const visible = workbook.sheets.filter(({ hidden }) => !hidden);
  const sheets = visible.length > 0 ? visible : workbook.sheets;
  for (const sheet of sheets) {
    const relation = related.find(({ id, type }) => id === sheet.relation && type === 'worksheet');
    if (relation === undefined) continue;
    const xml = parts.text(pathOf(folder, relation));
    if (xml === null) return { refused: parts.refused ?? 'damaged' };
    const read = sheetRows(xml, { strings, styles, from1904: workbook.from1904 });
    if (read === 'damaged' || read === 'too-many-lines') return { refused: read };
    if (read.rows.length > 0 || read.faults.length > 0)
      return { ...read, sheet: sheet.name, otherSheets: othersThan(sheet, workbook.sheets) };
  }
  return { refused: parts.refused ?? 'empty' };
}

function othersThan(one: WorkbookSheet, sheets: readonly WorkbookSheet[]): readonly string[] {
  return sheets.filter((sheet) => sheet !== one).map(({ name }) => name);
}

/** The member that a relation refers to, or null. A target with `..` is followed within the package alone. */
function pathOf(folder: string, relation: Relation | undefined): string | null {
  if (relation === undefined) return null;
  const steps = relation.target.startsWith('/') ? [] : folder.split('/').filter((step) => step !== '');
  for (const step of relation.target.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

type Member = {
  readonly packed: number;
  readonly unpacked: number;
  readonly method: number;
  readonly crc: number;
  readonly at: number;
  readonly secret: boolean;
};

/** Parts of the package as text, counted. */
class Parts {
  /** Why a part is missing that is in the package. */
  refused: EntriesRefusalKind | null = null;
  #left = UNPACKED_BYTES_MAX;
  readonly #file: Buffer;
  readonly #members: ReadonlyMap<string, Member>;

  constructor(file: Buffer, members: ReadonlyMap<string, Member>) {
    this.#file = file;
    this.#members = members;
  }

  /** Null without such a part, or if it cannot be had: then `refused` says why. */
  text(path: string | null): string | null {
    const member = path === null ? undefined : this.#members.get(path);
    if (member === undefined) return null;
    if (member.unpacked > this.#left) return this.#refuse('too-many-lines');
    this.#left -= member.unpacked;
    if (member.secret) return this.#refuse('sheet-password');
    const bytes = this.#unpack(member);
    return bytes === null || crc32(bytes) !== member.crc ? this.#refuse('damaged') : (utf8Text(bytes) ?? this.#refuse('damaged'));
  }

  #refuse(why: EntriesRefusalKind): null {
    this.refused ??= why;
    return null;
  }

  #unpack({ at, packed, unpacked, method }: Member): Buffer | null {
    if (at + 30 > this.#file.length || this.#file.readUInt32LE(at) !== LOCAL) return null;
    const from = at + 30 + this.#file.readUInt16LE(at + 26) + this.#file.readUInt16LE(at + 28);
    const bytes = this.#file.subarray(from, from + packed);
    if (method === 0) return packed === unpacked ? bytes : null;
    if (method !== DEFLATED) return null;
    try {
      const inflated = inflateRawSync(bytes, { maxOutputLength: Math.max(unpacked, 1) });
      return inflated.length === unpacked ? inflated : null;
    } catch {
      // Broken, or longer than it claimed to be.
      return null;
    }
  }
}

function utf8Text(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const DEFLATED = 8;
const [END_BYTES, COMMENT_BYTES_MAX, CENTRAL_BYTES] = [22, 65_535, 46];

/** The members by the zip file's own directory, which is at its end. Null if there is none that can be read. */
function membersOf(file: Buffer): ReadonlyMap<string, Member> | null {
  const end = file.lastIndexOf(endRecord);
  if (end < Math.max(0, file.length - END_BYTES - COMMENT_BYTES_MAX) || end + END_BYTES > file.length) return null;
  const count = file.readUInt16LE(end + 10);
  if (count > MEMBERS_MAX) return null;
  const members = new Map<string, Member>();
  let at = file.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    if (at + CENTRAL_BYTES > file.length || file.readUInt32LE(at) !== CENTRAL) return null;
    const name = file.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + file.readUInt16LE(at + 28)).toString('utf8');
    members.set(name.replaceAll('\\', '/'), {
      secret: (file.readUInt16LE(at + 8) & 1) !== 0,
      method: file.readUInt16LE(at + 10),
      crc: file.readUInt32LE(at + 16),
      packed: file.readUInt32LE(at + 20),
      unpacked: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
    });
    at += CENTRAL_BYTES + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return members;
}

const endRecord = Buffer.alloc(4);
endRecord.writeUInt32LE(END);
