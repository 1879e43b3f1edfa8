import { answerAsThread } from '../platform/worker-thread.ts';
import { drawPages } from './draw-pages.ts';
import type { PagesQuestion } from './pages-question.ts';

// For a host whose thread does not start: it draws with this very file, so that a package holds what draws once.
export { drawPages };

const draw = drawPages();

// Our own other half is at the other end, of this very version.
answerAsThread((question) => draw(question as PagesQuestion));
