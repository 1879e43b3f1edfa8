// Reads PDFs in a worker. A page without an origin can start a worker only from a classic script, while the library ships a
// module: the build converts it.
// oxlint-disable-next-line import/no-unassigned-import
import 'pdfjs-dist/build/pdf.worker.min.mjs';
