import { hex } from '#shared/lib/hex.ts';
import type { PdfLib } from './pdf-lib.ts';

const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** What each byte stands for in the encodings that programs took for passwords before UTF-8, in the order of how usual they are. */
function encodings({ pdfDocEncodingDecode }: PdfLib): readonly ReadonlyMap<string, number>[] {
  return [
    encoding((byte) => pdfDocEncodingDecode(byte)),
    encoding((byte) => new TextDecoder('windows-1252').decode(byte)),
    encoding((byte) => new TextDecoder('macintosh').decode(byte)),
  ];
}

function encoding(decoded: (byte: Uint8Array) => string): ReadonlyMap<string, number> {
  return new Map([...BYTES].map((byte) => [decoded(BYTES.subarray(byte, byte + 1)), byte]));
}

/**
 * The bytes, in hexadecimal, that a typed password may stand for, in the order in which they are tried. The empty password is the first. Some
 * keyboards compose é of two characters.
 */
export function passwordBytes(typed: string | null, lib: PdfLib): readonly string[] {
  const spellings = ['', ...(typed === null ? [] : [typed, typed.normalize('NFC'), typed.normalize('NFKC')])];
  const known = encodings(lib);
  const encoded = spellings.flatMap((spelling) => {
    const older = known.map((bytes) => Array.from(spelling, (character) => bytes.get(character)));
    return [
      new TextEncoder().encode(spelling),
      ...older.flatMap((bytes) => (bytes.includes(undefined) ? [] : [Uint8Array.from(bytes, (byte) => byte ?? 0)])),
    ];
  });
  return [...new Set(encoded.map(hex))];
}
