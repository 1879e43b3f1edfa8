import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';

/** A file of just too many bytes that begins as a PDF does; made when it is needed, for nobody wants to keep 5 MB. */
export function largePdf(bytes: number = FILE_BYTES_MAX + 1): Buffer {
  const file = Buffer.alloc(bytes, 0x20);
  file.write('%PDF-1.7\n', 0, 'latin1');
  return file;
}
