import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';

/** A file just over the size limit that begins as a PDF does. It is made on demand, to avoid keeping 5 MB in the project. */
export function largePdf(bytes: number = FILE_BYTES_MAX + 1): Buffer {
  const file = Buffer.alloc(bytes, 0x20);
  file.write('%PDF-1.7\n', 0, 'latin1');
  return file;
}
