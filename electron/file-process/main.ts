import { answerQuestions, serveQuestions } from './answer-questions.ts';
import { tellParent } from '../platform/parent-process.ts';

serveQuestions(answerQuestions(tellParent));
