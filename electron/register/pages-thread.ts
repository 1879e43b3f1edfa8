import { answerAsThread } from '../platform/worker-thread.ts';
import { drawPages } from './pdf-pages.ts';
import type { PagesQuestion } from './pages-question.ts';

// For a host whose thread does not start: it draws with this same file, so that a package contains the drawing code once.
export { drawPages };

const draw = drawPages();

// The other end is our own code, of this same version.
answerAsThread((question) => draw(question as PagesQuestion));
