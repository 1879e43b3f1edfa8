import type { Page } from 'playwright/test';

type Port = { postMessage(message: unknown): void; addEventListener(type: string, listener: (event: { data: string }) => void): void };
type Answers = { last: number; readonly waiting: Map<string, (answer: unknown) => void> };
declare global {
  interface Window {
    specAnswers?: Answers;
  }
}

/** Asks the engine over the window's own port, in oRPC's wire form: `/overview`, `/folders/add`, … */
export function askEngine<T>(page: Page, path: string, input?: unknown): Promise<T> {
  return page.evaluate(
    ([u, json]) => {
      const port = (window as unknown as { intrayPort: Port }).intrayPort;
      if (window.specAnswers === undefined) {
        const answers: Answers = { last: 0, waiting: new Map() };
        window.specAnswers = answers;
        // One listener for all answers: the preload takes only a few.
        port.addEventListener('message', ({ data }) => {
          const { i, p } = JSON.parse(data) as { i: string; p?: { b?: { json?: unknown } } };
          answers.waiting.get(i)?.(p?.b?.json);
          answers.waiting.delete(i);
        });
      }
      const answers = window.specAnswers;
      return new Promise<never>((resolve) => {
        const i = `spec${++answers.last}`;
        answers.waiting.set(i, (answer) => resolve(answer as never));
        port.postMessage(JSON.stringify({ i, p: { u, b: { json } } }));
      });
    },
    [path, input] as const,
  );
}
