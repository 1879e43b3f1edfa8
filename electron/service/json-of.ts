/** The JSON in a body, or null where there is none: the schemas then refuse it like any other wrong answer. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // Not UTF-8, not JSON, cut in the middle: all of it is "no JSON".
    return null;
  }
}
