// Reads PDFs when it is started in a worker. In a page of no origin a worker is started by a plain script alone, and the
// library brings a module: the build makes one of the other.
// oxlint-disable-next-line import/no-unassigned-import
import 'pdfjs-dist/build/pdf.worker.min.mjs';
