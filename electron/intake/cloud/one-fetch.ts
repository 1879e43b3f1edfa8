import { Mutex } from '#shared/async/mutex.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';

/** The reader, with those calls one after the other that may fetch a file from the cloud, whoever they are of. */
export function oneFetchAtATime(reader: FileReader): FileReader {
  const fetches = new Mutex();
  return { ...reader, read: (of) => (of.fetch === true ? fetches.run(() => reader.read(of)) : reader.read(of)) };
}
