import type { Child, Question, ChildMessage } from '#electron/file-process/questions.ts';

/** A process played by the test: it answers, and ends, when told to. */
export type PlayedChild = Child & {
  readonly questions: readonly Question[];
  says(said: ChildMessage): void;
  /** Answers the last question, or the given one. */
  answers(answer: unknown, question?: Question): void;
  ends(): void;
  isKilled: boolean;
};

export type PlayedChildren = { readonly start: () => Child; readonly all: readonly PlayedChild[]; readonly last: () => PlayedChild };

/** `hangs`: a kill has no effect until `ends`. */
export function playedChildren(deps: { hangs: boolean } = { hangs: false }): PlayedChildren {
  const all: PlayedChild[] = [];
  const last = (): PlayedChild => {
    const child = all.at(-1);
    if (child === undefined) throw new Error('none was started');
    return child;
  };
  return {
    all,
    last,
    start: () => {
      const child = aChild(deps);
      all.push(child);
      return child;
    },
  };
}

function aChild(deps: { hangs: boolean }): PlayedChild {
  const questions: Question[] = [];
  const hears: ((said: ChildMessage) => void)[] = [];
  const rings: (() => void)[] = [];
  let isEnded = false;
  const child: PlayedChild = {
    questions,
    isKilled: false,
    send: (question) => void questions.push(question),
    onSaid: (hear) => void hears.push(hear),
    onEnd: (ring) => {
      if (isEnded) ring();
      else rings.push(ring);
    },
    kill: () => {
      child.isKilled = true;
      if (!deps.hangs) child.ends();
    },
    says: (said) => hears.forEach((hear) => hear(said)),
    answers: (answer, question = questions.at(-1)) => {
      if (question !== undefined) child.says({ kind: 'answer', id: question.id, answer });
    },
    ends: () => {
      isEnded = true;
      for (const ring of rings.splice(0)) ring();
    },
  };
  return child;
}
