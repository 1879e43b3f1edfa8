import { answerQuestions } from './answer-questions.ts';
import { closeWaysOut } from '../platform/confine.ts';
import { endWithParent, onAsked, tellParent, tellStarted } from '../platform/parent-process.ts';
import type { Question } from './questions.ts';

const answer = answerQuestions(tellParent);
endWithParent();
tellStarted();
// All of the program is loaded.
closeWaysOut();
onAsked((question) => answer(question as Question));
