import type { ConvertedKind, Conversion } from '#shared/domain/item/conversion.ts';

/** Exact versions, as in package.json: another one may make other bytes. */
export const TOOLS = {
  tiff: { package: 'utif2', version: '4.1.0' },
  heic: { package: 'libheif-js', version: '1.23.2' },
  webp: { package: '@jsquash/webp', version: '1.5.0' },
  jpeg: { package: '@jsquash/jpeg', version: '1.6.0' },
  pdf: { package: 'pdf-lib', version: '1.17.1' },
} as const;

/** Name and version of the packages that made a file. A PDF may hold pages of black and white alone; the encoder of JPEG is named all the same. */
export function toolsOf(kind: ConvertedKind, mediaType: Conversion['mediaType']): string {
  const used = [TOOLS[kind], TOOLS.jpeg, ...(mediaType === 'application/pdf' ? [TOOLS.pdf] : [])];
  return used.map((tool) => `${tool.package} ${tool.version}`).join(', ');
}
