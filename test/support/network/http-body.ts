import type { BodyPart } from '#shared/ports/http.ts';

/** The bytes of a body of which no part is read while it is sent. */
export function bodyAtHand(body: readonly BodyPart[] = []): Buffer<ArrayBuffer> {
  return Buffer.concat(
    body.map((part) => {
      if (!(part instanceof Uint8Array)) throw new Error('this body is read while it is sent');
      return part;
    }),
  );
}

/** All bytes of a body, as a server would receive them. Rejects if they cannot be read. */
export async function wholeBody(body: readonly BodyPart[]): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for (const part of body) {
    if (part instanceof Uint8Array) parts.push(part);
    // Copied at once: what is shown here may be gone when the rest has been read.
    else for await (const chunk of part.chunks()) parts.push(chunk.slice());
  }
  return Buffer.concat(parts);
}
