import type { Page } from 'playwright/test';

type Port = { postMessage(message: unknown): void; addEventListener(type: string, listener: (event: { data: string }) => void): void };
type Answers = { last: number; readonly waiting: Map<string, (answer: unknown) => void> };
declare global {
  interface Window {
    specAnswers?: Answers;
  }
}

/** Calls the engine over the window's own port, in oRPC's wire form: `/overview`, `/folders/add`, … */
export function askEngine<T>(page: Page, path: string, input?: unknown): Promise<T> {
  return page.evaluate(
    ([u, json]) => {
      const port = (window as unknown as { intrayPort: Port }).intrayPort;
      if (window.specAnswers === undefined) {
        const answers: Answers = { last: 0, waiting: new Map() };
        window.specAnswers = answers;
        // One listener for all answers: the preload accepts only a few.
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

/** All answers of the engine to one call whose answer comes in steps. */
export function hearEngine<T>(page: Page, path: string, input: unknown): Promise<readonly T[]> {
  return page.evaluate(
    ([u, json]) => {
      const port = (window as unknown as { intrayPort: Port }).intrayPort;
      const id = `heard ${u}`;
      return new Promise<readonly never[]>((resolve) => {
        const steps: never[] = [];
        port.addEventListener('message', ({ data }) => {
          const { i, t, p } = JSON.parse(data) as { i: string; t?: number; p?: { e?: string; d?: { json?: unknown } } };
          if (i !== id || t !== 3) return;
          if (p?.e === 'message') steps.push(p.d?.json as never);
          else resolve(steps);
        });
        port.postMessage(JSON.stringify({ i: id, p: { u, b: { json } } }));
      });
    },
    [path, input] as const,
  );
}
