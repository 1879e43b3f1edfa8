import { isUtf8 } from 'node:buffer';
import type { PdfFile } from './pdf-file.ts';
import { md5 } from './pdf-password.ts';
import { nameIn, type PdfDictionary } from './pdf-values.ts';

const MD5_BYTES = 16;

/**
 * Whether an embedded file is not what was embedded: it has another checksum than is said of it, or it is XML, as the data of an electronic
 * invoice are, and has bytes in it that no text has. `bytes`: unpacked.
 */
export function isWrongFile(bytes: Buffer, dictionary: PdfDictionary, file: PdfFile): boolean {
  const params = file.dictionary(dictionary.entries.get('Params'));
  if (params === null && nameIn(dictionary, 'Type') !== 'EmbeddedFile') return false;
  const sum = file.value(params?.entries.get('CheckSum'));
  const isOther = sum?.kind === 'string' && sum.bytes.length === MD5_BYTES && !md5(bytes).equals(Buffer.from(sum.bytes, 'latin1'));
  return isOther || isBrokenXml(bytes);
}

const HEAD_BYTES = 128;
/** Control characters that XML allows: tab, line feed, carriage return. */
const ALLOWED = new Set([0x09, 0x0a, 0x0d]);
const SPACE = 0x20;

function isBrokenXml(bytes: Buffer): boolean {
  const head = /^(?:\u00ef\u00bb\u00bf)?<\?xml ([^>]*)\?>/.exec(bytes.toString('latin1', 0, HEAD_BYTES))?.[1];
  if (head === undefined || !/encoding=["']utf-8["']|^(?!.*encoding)/i.test(head)) return false;
  return !isUtf8(bytes) || bytes.some(isControl) || !bytes.toString('latin1').trimEnd().endsWith('>');
}

function isControl(byte: number): boolean {
  return byte < SPACE && !ALLOWED.has(byte);
}
