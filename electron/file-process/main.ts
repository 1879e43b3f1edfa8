import process from 'node:process';
import { answerQuestions } from './answer-questions.ts';
import type { Question } from './questions.ts';

/** Electron's port for a utility process; elsewhere Node's own IPC is used. */
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

// The other end is the other half of this same version.
if (port === undefined) process.on('message', (question) => answer(question as Question));
else port.on('message', ({ data }) => answer(data as Question));

// A terminal signals all processes that it started, but the main program decides about the end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// The main program is gone. A normal exit would wait for hanging reads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The same after a bug: the main program notices, and asks another process.
process.on('uncaughtException', () => process.kill(process.pid, 'SIGKILL'));
