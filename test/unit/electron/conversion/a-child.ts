import type { ConversionChild, ConversionMessage, ConversionRequest } from '#electron/conversion/process/messages.ts';

/** A process played by the test: it answers, and ends, when told to. */
export type PlayedChild = ConversionChild & {
  readonly requests: readonly ConversionRequest[];
  says(said: ConversionMessage): void;
  ends(output?: string): void;
  isKilled: boolean;
};

export function playedChildren(): {
  readonly start: () => ConversionChild;
  readonly all: readonly PlayedChild[];
  readonly last: () => PlayedChild;
} {
  const all: PlayedChild[] = [];
  const start = (): ConversionChild => {
    const child = aChild();
    all.push(child);
    return child;
  };
  const last = (): PlayedChild => {
    const child = all.at(-1);
    if (child === undefined) throw new Error('none was started');
    return child;
  };
  return { all, last, start };
}

function aChild(): PlayedChild {
  const requests: ConversionRequest[] = [];
  const hears: ((said: ConversionMessage) => void)[] = [];
  const rings: (() => void)[] = [];
  let written = '';
  const child: PlayedChild = {
    requests,
    isKilled: false,
    send: (request) => void requests.push(request),
    onSaid: (hear) => void hears.push(hear),
    onEnd: (ring) => void rings.push(ring),
    output: () => written,
    kill: () => {
      child.isKilled = true;
      child.ends();
    },
    says: (said) => hears.forEach((hear) => hear(said)),
    ends: (output = '') => {
      written += output;
      for (const ring of rings.splice(0)) ring();
    },
  };
  return child;
}
