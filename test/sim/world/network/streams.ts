import type { Random } from '#shared/ports/world.ts';
import { seededRandom } from '#test/support/virtual-world.ts';

/** A random stream for each name: leaving one fault out does not change what the others draw. */
export type Streams = (name: string) => Random;

export function streamsOf(seed: number): Streams {
  return (name) => seededRandom(fnv1a(`${seed}/${name}`));
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
