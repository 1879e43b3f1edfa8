import { createHash, hash } from 'node:crypto';
import type { Sha256 } from '../lib/sha256.ts';

export const nodeSha256: Sha256 = (parts) => {
  const [first, ...more] = parts;
  // In one call: what is hashed is mostly one small body, and an object for it costs more than its hash.
  if (first !== undefined && more.length === 0) return new Uint8Array(hash('sha256', first, 'buffer'));
  const whole = createHash('sha256');
  for (const part of parts) whole.update(part);
  return new Uint8Array(whole.digest());
};
