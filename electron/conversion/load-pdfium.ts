/* oxlint-disable no-underscore-dangle -- The compiler puts it before the name of each function of C. */
import type { PDFiumModule as MakePdfium } from '@hyzyla/pdfium';
import type { ConvertDeps } from './picture.ts';

export type Pdfium = Awaited<ReturnType<typeof MakePdfium>>;

/** An instance of pdfium for one file: its memory never shrinks, and is freed with the last reference to the instance. */
export async function loadPdfium(codec: ConvertDeps['codec']): Promise<Pdfium> {
  const names = new Set(Object.getOwnPropertyNames(globalThis));
  const { PDFiumModule } = await import('@hyzyla/pdfium');
  const pdfium = await PDFiumModule({ wasmBinary: (await codec('pdfium')).buffer, locateFile: () => '' });
  // It leaves warnings for old programs behind as global names, each of which would keep the instance.
  for (const name of Object.getOwnPropertyNames(globalThis)) if (!names.has(name)) Reflect.deleteProperty(globalThis, name);
  initialise(pdfium);
  return pdfium;
}

/** With a configuration of version 2 that has nothing in it. */
function initialise(pdfium: Pdfium): void {
  const [bytes, version] = [20, 2];
  const at = pdfium.wasmExports.malloc(bytes);
  pdfium.HEAPU8.fill(0, at, at + bytes);
  pdfium.HEAPU8[at] = version;
  const init = pdfium._FPDF_InitLibraryWithConfig as unknown as (this: void, config: number) => void;
  init(at);
}
