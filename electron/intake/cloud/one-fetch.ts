import { Mutex } from '#shared/async/mutex.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';

/** The reader, with calls that may fetch a file from the cloud run one at a time, whoever makes them. */
export function oneFetchAtATime(reader: FileReader): FileReader {
  const fetches = new Mutex();
  return { ...reader, read: (of) => (of.fetch === true ? fetches.run(() => reader.read(of)) : reader.read(of)) };
}
