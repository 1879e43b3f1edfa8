import type { PDFContext, PDFDict, PDFObject } from 'pdf-lib';
import type { PdfLib } from './pdf-lib.ts';

/** Every dictionary of a file, also those of streams, and those inside of others. What it held is looked at after the caller was there. */
export function* dictionariesIn(context: PDFContext, lib: PdfLib): Generator<PDFDict> {
  const waiting: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    const dictionary = object instanceof lib.PDFStream ? object.dict : object;
    if (dictionary instanceof lib.PDFDict) {
      yield dictionary;
      for (const value of dictionary.values()) waiting.push(value);
    } else if (dictionary instanceof lib.PDFArray) for (const value of dictionary.asArray()) waiting.push(value);
  }
}
