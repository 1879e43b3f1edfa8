import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Conversion, VersionSource } from '#shared/domain/item/conversion/conversion.ts';

const PDF = { file: 'facture-trois-feuilles.pdf', mediaType: 'application/pdf', pages: 3 } as const;
const JPEG = { file: 'ticket-de-parking.jpg', mediaType: 'image/jpeg', pages: 1 } as const;

function versionOf(kind: VersionSource): typeof PDF | typeof JPEG {
  return kind === 'tiff' || kind === 'pdf' || kind === 'joined' ? PDF : JPEG;
}

export function bytesOfVersion(kind: VersionSource): Uint8Array {
  return readFileSync(`${import.meta.dirname}/../files/${versionOf(kind).file}`);
}

/** What comes of a file of this kind. */
export function conversionOf(kind: VersionSource): Conversion {
  const bytes = bytesOfVersion(kind);
  const { mediaType, pages } = versionOf(kind);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, bytes: bytes.length, mediaType, pages, from: kind, tools: 'made up 1' };
}
