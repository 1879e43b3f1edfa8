import { timingSafeEqual } from 'node:crypto';
import { utf8 } from '../lib/bytes.ts';
import { nodeSha256 } from './digest.ts';

/** Compares their hashes, which have the same length, so that the time taken reveals nothing about either. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(nodeSha256([utf8(one)]), nodeSha256([utf8(other)]));
}
