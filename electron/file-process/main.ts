import { answerQuestions } from './answer-questions.ts';
import { serveQuestions } from './serve-questions.ts';
import { tellParent } from '../platform/parent-process.ts';

serveQuestions(answerQuestions(tellParent));
