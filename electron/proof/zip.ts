import { crc32 } from 'node:zlib';
import { concat, utf8 } from '#shared/lib/bytes.ts';

export type ZipMember = { readonly name: string; readonly bytes: Uint8Array };

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
/** Version 2.0 of the format. Names are UTF-8. */
const [VERSION, UTF8_NAMES] = [20, 0x0800];
/** Of every member: 1 January 1980, the oldest date there is, so that the same members make the same bytes. */
const [TIME, DAY] = [0, 0x0021];
const MEMBERS_MAX = 65_535;
const BYTES_MAX = 0xffff_ffff;

/**
 * A zip file of these members in this order, stored without compression: the same members always make the same bytes, so that whoever reads one
 * can write it again and compare (docs/proof). For few and small members: all is in memory.
 */
export function zip(members: readonly ZipMember[]): Uint8Array<ArrayBuffer> {
  if (members.length > MEMBERS_MAX) throw new Error('too many members for a zip file');
  const locals: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let at = 0;
  for (const { name, bytes } of members) {
    const encoded = utf8(name);
    const about = aboutMember(encoded, bytes);
    const local = concat([record(LOCAL, [[2, VERSION]]), about, encoded, bytes]);
    // Without comment; on the first disk; a plain file.
    const rest = fields([
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, at],
    ]);
    const versions = [
      [2, VERSION],
      [2, VERSION],
    ] as const;
    central.push(concat([record(CENTRAL, versions), about, rest, encoded]));
    locals.push(local);
    at += local.byteLength;
  }
  const directory = concat(central);
  if (at + directory.byteLength > BYTES_MAX) throw new Error('too many bytes for a zip file');
  const end = [
    [2, 0],
    [2, 0],
    [2, members.length],
    [2, members.length],
    [4, directory.byteLength],
    [4, at],
    [2, 0],
  ] as const;
  return concat([...locals, directory, record(END, end)]);
}

/** Number of bytes, and the value. */
type Field = readonly [2 | 4, number];

/** What the member's own header and the directory both say. */
function aboutMember(name: Uint8Array, bytes: Uint8Array): Uint8Array {
  return fields([
    [2, UTF8_NAMES],
    [2, 0],
    [2, TIME],
    [2, DAY],
    [4, crc32(bytes)],
    [4, bytes.byteLength],
    [4, bytes.byteLength],
    [2, name.byteLength],
    [2, 0],
  ]);
}

function record(signature: number, more: readonly Field[]): Uint8Array {
  return fields([[4, signature], ...more]);
}

function fields(all: readonly Field[]): Uint8Array {
  const buffer = Buffer.alloc(all.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of all) at = buffer.writeUIntLE(value, at, size);
  return buffer;
}
