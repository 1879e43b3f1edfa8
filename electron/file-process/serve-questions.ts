import { closeWaysOut } from '../platform/confine.ts';
import { endWithParent, onAsked, tellStarted } from '../platform/parent-process.ts';
import type { Question } from './questions.ts';

/** Serves questions until the main program ends this process. All of the program is loaded by now, and nothing of what this closes is needed. */
export function serveQuestions(answer: (question: Question) => void): void {
  endWithParent();
  tellStarted();
  closeWaysOut();
  onAsked((question) => answer(question as Question));
}
