import { answerQuestions } from './answer-questions.ts';
import { endWithParent, onAsked, tellParent } from '../platform/parent-process.ts';
import type { Question } from './questions.ts';

const answer = answerQuestions(tellParent);
onAsked((question) => answer(question as Question));
endWithParent();
