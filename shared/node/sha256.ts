import { createHash, hash } from 'node:crypto';
import type { Sha256 } from '../lib/digest.ts';

export const nodeSha256: Sha256 = (parts) => {
  const [first, ...more] = parts;
  // In one call: the input is usually one small body, and a hash object would cost more than the hash.
  if (first !== undefined && more.length === 0) return new Uint8Array(hash('sha256', first, 'buffer'));
  const whole = createHash('sha256');
  for (const part of parts) whole.update(part);
  return new Uint8Array(whole.digest());
};
