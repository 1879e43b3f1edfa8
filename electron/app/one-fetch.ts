import type { FileReader } from '#shared/ports/file-reader.ts';

/** The reader, with those calls one after the other that may fetch a file from the cloud, whoever they are of. */
export function oneFetchAtATime(reader: FileReader): FileReader {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...reader,
    read: (of) => {
      if (of.fetch !== true) return reader.read(of);
      const read = last.then(() => reader.read(of));
      last = read.catch(() => undefined);
      return read;
    },
  };
}
