import type { Files, WatchRing } from '#shared/ports/files.ts';
import type { ReadRequest } from '#shared/ports/file-reader.ts';

/** What the process that reads files is asked for by name. */
export type CallName = Exclude<keyof Files, 'watch'>;
export type Answers = { readonly [Name in CallName]: Awaited<ReturnType<Files[Name]>> };

/** `others`: where other disks begin, which may hang and are left alone. */
export type CallArguments =
  | { readonly kind: 'read'; readonly of: ReadRequest }
  | { readonly kind: 'call'; readonly name: CallName; readonly args: readonly unknown[]; readonly others: readonly string[] }
  | { readonly kind: 'watch'; readonly watch: number; readonly path: string; readonly others: readonly string[] }
  | { readonly kind: 'unwatch'; readonly watch: number };

/** `isLookedInto`: false after looking into this very file broke a process. */
export type Question = { readonly id: number; readonly isLookedInto: boolean; readonly asked: CallArguments };

/** `looks`: from now on it is deaf until it has looked into the bytes of a file, which `looked` says. `goes-on`: a long answer is being made. */
export type ChildMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'looks' | 'looked' | 'goes-on'; readonly id: number }
  | { readonly kind: 'ring'; readonly watch: number; readonly ring: Parameters<WatchRing>[0] };

/** A process that was started, with one of ours at its other end. */
export type Child = {
  send(question: Question): void;
  onSaid(hear: (said: ChildMessage) => void): void;
  /** When the system has taken it away; rings at once if that has happened already. */
  onEnd(ring: () => void): void;
  /** Now, and without asking it. Nobody waits for it, and no program stays for it. */
  kill(): void;
};

export type StartChild = () => Child;
