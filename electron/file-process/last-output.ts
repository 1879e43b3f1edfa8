/** The part of a stream that is used; Electron types its own differently. */
type Output = { on(event: 'data', hear: (part: Uint8Array) => void): unknown };

/** More than any of our own words. */
const CHARACTERS_MAX = 1_024;

/** Reads what a process writes, and returns the end of it when asked. Libraries also write there, so it must be read all the time. */
export function lastOutput(stream: Output | null): () => string {
  let text = '';
  stream?.on('data', (part) => {
    text = (text + new TextDecoder('latin1').decode(part)).slice(-CHARACTERS_MAX);
  });
  return () => text;
}
