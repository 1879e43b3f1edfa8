/** What MuPDF says when it rebuilds a table of offsets, and about what no page shows. */
const MUPDF = [
  'ICC support is not available',
  'repairing PDF document',
  'trying to repair broken xref',
  'cannot (recognize|find|read) .*(xref|version marker|startxref|trailer)',
  'expected trailer (marker|dictionary)',
  'xref (subsection|offset|entr|section|table|object|stream|generation)',
  "expected '(obj|endobj)",
  'expected (object|generation) number',
  'PDF stream Length incorrect',
  'line feed missing after stream',
  'repeated # times',
  'non-embedded font',
  'no builtin cmap file',
  'CIDToGIDMap',
  'closepath with no current point',
  'undefined link destination',
  'ignoring transfer function',
  'unknown PDF version',
  'missing file identifier',
  'No default Layer config',
  'cmap Adobe-Identity-UCS',
  'No common ancestor in structure tree',
  '(Bad|Missing|Unbalanced|Non-?tag).*(structure|parent tree|tag)',
];

/** The same for Poppler. */
const POPPLER = [
  "Couldn't find trailer dictionary",
  "Couldn't read xref table",
  '(Invalid|Failed to parse) XRef entry',
  'No valid XRef size in trailer',
  'try to reconstruct',
  'hints table',
  "Missing 'endstream' or incorrect stream length",
  "[cC]ouldn't find a font for",
  'Missing language pack',
  'Unknown character collection',
  'Invalid Font Weight',
  'CIDToGIDMap',
  'Mismatch between font type',
  'non-embedded font',
  'ToUnicode',
  'No current point in closepath',
  'not an ICC profile',
  "Can't get Fields array",
  'Invalid form field',
  'May not be a PDF file',
  'PDF file is damaged - attempting to reconstruct',
  '(Struct|ParentTree|StructTree|structure)',
  '(outline|Outline|bookmark|named destination|Bad annotation destination|action)',
];

/**
 * What a tool may say about an intact file: a table of offsets that it rebuilt, a length that it worked out itself, a missing font or profile,
 * fields and properties that no page shows, and what it is doing. Anything else may indicate lost content.
 */
export const HARMLESS: Readonly<Record<string, RegExp>> = {
  mupdf: new RegExp(MUPDF.join('|')),
  poppler: new RegExp(POPPLER.join('|')),
  libpng: /libpng warning: (?!IHDR|PLTE|IDAT|Invalid|Image|Too|Not)|fewer significant bits|non-square pixels/,
  libjpeg: /^$/,
  ffmpeg:
    /deprecated pixel format|Last message repeated|EOI missing, emulating|decode APP fields|EXIF data|TIFF tag|Duplicate ICC|Broken zTXt|bytes left$/,
  netpbm: /Windows \(v#\) BMP|OS\/# BMP|WRITING P.M|some image data remains unread/,
  imagemagick: /^$/,
};
