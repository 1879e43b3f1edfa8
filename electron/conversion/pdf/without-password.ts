import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { ConvertDeps } from '../picture.ts';
import type { PdfLib } from './pdf-lib.ts';
import { loadPdfium } from './pdfium.ts';
import { type OpenedQpdf, openQpdf, type Written } from './qpdf.ts';
import { hex } from '#shared/lib/bytes.ts';

/** Streams stay as they are, unless they are not compressed at all: decoding may make gigabytes of a few bytes. The id is made of the content. */
const PLAIN = ['--object-streams=disable', '--decode-level=none', '--deterministic-id'];
const PACKED = ['--object-streams=generate', '--decode-level=none', '--deterministic-id'];
const FAITHFUL = ['--object-streams=preserve', '--stream-data=preserve', '--deterministic-id'];

/** A PDF that was opened, and that needs no password from here on. Each call writes it anew; null is a fault of the file. */
export type Unlocked = {
  /** Objects lie open, for programs that read them. */
  plain(): Written | null;
  /** As much as the file itself as it can be. */
  faithful(): Written | null;
  /** As small as it becomes without a change of any picture. */
  packed(): Written | null;
  /** One page, from 0, as a file of its own. */
  page(index: number): Written | null;
  /** From here on, all of that is made of this file, which has the same pages and no password. */
  replace(bytes: Uint8Array): void;
};

type Lock = Pick<ConvertDeps, 'codec'> & { readonly password: string | null; readonly lib: PdfLib };

/** Opens a PDF: without its password if that is possible, else with it. */
export async function withoutPassword(
  bytes: Uint8Array,
  { password, codec, lib }: Lock,
): Promise<Result<Unlocked, 'password-wrong' | 'not-understood'>> {
  // A zero byte would end the password there.
  const typed = password?.includes('\0') === true ? null : password;
  const qpdf = await openQpdf(bytes, { codec });
  const key = passwordBytes(typed, lib).find((spelling) => qpdf.opens(unlocking(spelling)));
  if (key !== undefined) return ok(unlocked(qpdf, key));
  // qpdf has one exit code for all errors.
  const pdfium = await loadPdfium({ codec });
  const opened = pdfium.open(bytes, typed ?? '');
  if (typeof opened !== 'string') opened.close();
  return fail(opened === 'password' ? 'password-wrong' : 'not-understood');
}

/** qpdf's own search for the encoding does not work in this build of it. */
function unlocking(passwordHex: string): readonly string[] {
  return ['--decrypt', '--password-mode=hex-bytes', `--password=${passwordHex}`];
}

function unlocked(qpdf: OpenedQpdf, passwordHex: string): Unlocked {
  const write = (how: readonly string[]): Written | null => qpdf.write([...unlocking(passwordHex), ...how]);
  return {
    plain: () => write(PLAIN),
    faithful: () => write(FAITHFUL),
    packed: () => write(PACKED),
    page: (index) => write([...PLAIN, '--remove-unreferenced-resources=yes', '--pages', '.', String(index + 1), '--']),
    replace: (bytes) => qpdf.replace(bytes),
  };
}

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
function passwordBytes(typed: string | null, lib: PdfLib): readonly string[] {
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
