import process from 'node:process';
import { answerQuestions } from './answer-questions.ts';
import type { Question } from './questions.ts';

/** What Electron gives a process of this kind; elsewhere there is Node's own way. */
type ParentPort = {
  on(event: 'message', hear: (message: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
};

const port = (process as { readonly parentPort?: ParentPort }).parentPort;
const answer = answerQuestions((said) => {
  if (port === undefined) process.send?.(said, undefined, undefined, () => undefined);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Between processes of one program there is no origin to name.
  else port.postMessage(said);
});

// Our own other half is at the other end, of this very version.
if (port === undefined) process.on('message', (question) => answer(question as Question));
else port.on('message', ({ data }) => answer(data as Question));

// A terminal tells all that it started; the program that asks is the one that decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// Nobody asks any more. A usual end would wait for reads that hang.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Neither does the end by a bug: whoever asked is told, and asks another one.
process.on('uncaughtException', () => process.kill(process.pid, 'SIGKILL'));
