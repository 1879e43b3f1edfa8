import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { ConvertDeps } from '../picture.ts';
import { loadPdfium } from './pdfium.ts';
import { type OpenedQpdf, openQpdf, type Written } from './qpdf.ts';

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
};

type Lock = Pick<ConvertDeps, 'codec'> & { readonly password: string | null };

/** Opens a PDF: without its password if that is possible, else with it. */
export async function withoutPassword(
  bytes: Uint8Array,
  { password, codec }: Lock,
): Promise<Result<Unlocked, 'password-wrong' | 'not-understood'>> {
  const qpdf = await openQpdf(bytes, { codec });
  const key = spellings(password).find((spelling) => qpdf.opens(unlocking(spelling)));
  if (key !== undefined) return ok(unlocked(qpdf, key));
  // qpdf has one exit code for all errors.
  const pdfium = await loadPdfium({ codec });
  const opened = pdfium.open(bytes, password ?? '');
  if (typeof opened !== 'string') opened.close();
  return fail(opened === 'password' ? 'password-wrong' : 'not-understood');
}

/** Some keyboards compose é of two characters. qpdf itself tries the encodings that older files have. A zero byte would end the password there. */
function spellings(password: string | null): readonly string[] {
  if (password === null || password.includes('\0')) return [''];
  return [...new Set(['', password, password.normalize('NFC'), password.normalize('NFKC')])];
}

function unlocking(password: string): readonly string[] {
  return ['--decrypt', `--password=${password}`];
}

function unlocked(qpdf: OpenedQpdf, password: string): Unlocked {
  const write = (how: readonly string[]): Written | null => qpdf.write([...unlocking(password), ...how]);
  return {
    plain: () => write(PLAIN),
    faithful: () => write(FAITHFUL),
    packed: () => write(PACKED),
    page: (index) => write([...PLAIN, '--remove-unreferenced-resources=yes', '--pages', '.', String(index + 1), '--']),
  };
}
