import { parentPort, workerData } from 'node:worker_threads';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { FileRow } from '../store/file-rows.ts';
import type { Decoded } from './decode-in-thread.ts';
import { getDocument, OPS, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Decodes a file completely, which takes up to seconds and hundreds of megabytes. */
async function decodeFile({ mediaType, content: bytes }: FileRow): Promise<Decoded> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (mediaType) {
      case 'application/pdf':
        return await decodePdf(content);
      case 'image/png': {
        const { width, height } = PNG.sync.read(content);
        return { pages: 1, width, height };
      }
      case 'image/jpeg':
        return decodedJpeg(content);
      case 'image/bmp':
        return decodeBmp(content);
      default:
        return unreachable(mediaType);
    }
  } catch (error) {
    // Libraries throw whatever they like at a damaged file.
    return { fault: error instanceof Error ? error.message.slice(0, FAULT_CHARACTERS_MAX) : 'It cannot be decoded.' };
  }
}

const FAULT_CHARACTERS_MAX = 200;
/** A page of A4 at 600 dpi in colour needs a third of it. */
const MEMORY_MB_MAX = 2_048;
const END_MARK = Buffer.from('ffd9', 'hex');

/** The library fills what is missing at the end with grey, so the end mark has to be there. */
function decodedJpeg(content: Buffer): Decoded {
  if (!content.includes(END_MARK)) return { fault: 'It has no end.' };
  const { width, height } = jpeg.decode(content, { useTArray: true, tolerantDecoding: false, maxMemoryUsageInMB: MEMORY_MB_MAX });
  return { pages: 1, width, height };
}

const FILE_HEADER_BYTES = 14;
/** The header of OS/2, with sides of 16 bits and without compression. */
const CORE_HEADER_BYTES = 12;
/** BI_RGB and BI_BITFIELDS: each dot takes as many bits as the header says. */
const UNPACKED: ReadonlySet<number> = new Set([0, 3]);
const PLAIN = 0;

/** Reads the header, and looks whether every dot is there. Runs of equal dots are not unpacked: no scanner writes them. */
function decodeBmp(bytes: Uint8Array): Decoded {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < FILE_HEADER_BYTES + CORE_HEADER_BYTES) return { fault: 'It ends inside its header.' };
  const [pixelsAt, headerBytes] = [view.getUint32(10, true), view.getUint32(14, true)];
  const isCore = headerBytes === CORE_HEADER_BYTES;
  if (bytes.byteLength < FILE_HEADER_BYTES + (isCore ? headerBytes : 40)) return { fault: 'It ends inside its header.' };
  const width = isCore ? view.getUint16(18, true) : view.getInt32(18, true);
  // A negative height means that the first row is the upper one.
  const height = isCore ? view.getUint16(20, true) : Math.abs(view.getInt32(22, true));
  const bits = view.getUint16(isCore ? 24 : 28, true);
  const compression = isCore ? PLAIN : view.getUint32(30, true);
  if (width <= 0 || height === 0 || ![1, 4, 8, 16, 24, 32].includes(bits)) return { fault: 'Its header makes no sense.' };
  if (!UNPACKED.has(compression)) return { fault: `Its compression ${compression} is not known.` };
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  return bytes.byteLength < pixelsAt + rowBytes * height ? { fault: 'Dots are missing.' } : { pages: 1, width, height };
}

/** Opens the file, and reads every page with its pictures. Throws what the library throws. */
async function decodePdf(bytes: Uint8Array): Promise<Decoded> {
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

// Between threads of one program there is no origin to name.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(await decodeFile(workerData as FileRow));
