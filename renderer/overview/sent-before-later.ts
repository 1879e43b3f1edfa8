import { later } from '../later/later.tsx';

export const LaterAnswers = later(async () => (await import('../questions/answers-for-many.ts')).SentBeforeAnswers);
