/** Exact versions, as in package.json: another one may make other bytes. */
export const TOOLS = {
  vips: { package: '@img/sharp-wasm32', version: '0.35.5' },
  heic: { package: 'libheif-js', version: '1.23.2' },
  pdfium: { package: '@hyzyla/pdfium', version: '2.1.13' },
  qpdf: { package: '@neslinesli93/qpdf-wasm', version: '0.3.0' },
  pdf: { package: 'pdf-lib', version: '1.17.1' },
} as const;
export type Tool = keyof typeof TOOLS;

/** Name and version of the packages that made a file, in the order of the list, each once. */
export function toolsText(used: readonly Tool[]): string {
  const named = Object.entries(TOOLS).filter(([name]) => used.includes(name as Tool));
  return named.map(([, tool]) => `${tool.package} ${tool.version}`).join(', ');
}
