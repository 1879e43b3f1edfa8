import { getDocument, OPS, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Decoded } from './decoded.ts';

/** Opens the file, and reads every page with its pictures. Throws what the library throws. */
export async function decodePdf(bytes: Uint8Array): Promise<Decoded> {
  // The library takes the bytes away from whoever gives them.
  const data = new Uint8Array(bytes);
  const task = getDocument({
    data,
    stopAtErrors: true,
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      if (!(await hasAllPictures(page))) return { fault: `A picture of page ${number} cannot be decoded.` };
      page.cleanup();
    }
    const [left = 0, lower = 0, right = 0, upper = 0] = (await document.getPage(1)).view;
    return { pages: document.numPages, width: right - left, height: upper - lower };
  } finally {
    await task.destroy();
  }
}

async function hasAllPictures(page: PDFPageProxy): Promise<boolean> {
  const { fnArray, argsArray } = await page.getOperatorList();
  for (const [at, operation] of fnArray.entries()) {
    if (operation !== OPS.paintImageXObject) continue;
    const [name] = argsArray[at] as [string];
    // Pictures of several pages are kept with the document.
    const pictures = name.startsWith('g_') ? page.commonObjs : page.objs;
    const picture = await new Promise<unknown>((resolve) => pictures.get(name, resolve));
    if (picture === null || picture === undefined) return false;
  }
  return true;
}
