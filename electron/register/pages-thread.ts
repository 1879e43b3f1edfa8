import { answerAsThread } from '#shared/node/thread.ts';
import { drawPages } from './draw-pages.ts';
import type { PagesQuestion } from './pages-question.ts';

const draw = drawPages();

// Our own other half is at the other end, of this very version.
answerAsThread((question) => draw(question as PagesQuestion));
