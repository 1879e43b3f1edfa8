import { createHash } from 'node:crypto';
import type { Sha256 } from '../lib/sha256.ts';

export const nodeSha256: Sha256 = (parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};
