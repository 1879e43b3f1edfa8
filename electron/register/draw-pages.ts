import { pdfPages, type PdfPages } from './pdf-pages.ts';
import type { PagesQuestion } from './pages-question.ts';
import { registerWords } from './register-words.ts';

/** Draws the pages of one register; answers each question with the bytes that are ready. */
export function drawPages(): (question: PagesQuestion) => Promise<readonly Uint8Array[]> {
  let pages: PdfPages | null = null;
  return async (question) => {
    if (question.kind === 'begin') pages = pdfPages(question.font, registerWords(question.look), question.about);
    if (question.kind === 'rows') for (const row of question.rows) pages?.add(row);
    if (question.kind === 'end') await pages?.end();
    return pages?.take() ?? [];
  };
}
