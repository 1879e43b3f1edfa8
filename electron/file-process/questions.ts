import type { Files, WatchRing } from '#shared/ports/files.ts';
import type { ReadRequest } from '#shared/ports/file-reader.ts';
import type { StartedMessage } from '../platform/parent-process.ts';
import type { ChildRights } from './child-options.ts';

/** Calls that the process that reads files is asked by name. */
export type CallName = Exclude<keyof Files, 'watch'>;
export type Answers = { readonly [Name in CallName]: Awaited<ReturnType<Files[Name]>> };

/** `others`: mount points of other disks, which may hang and are left alone. */
export type CallArguments =
  | { readonly kind: 'read'; readonly of: ReadRequest }
  | { readonly kind: 'call'; readonly name: CallName; readonly args: readonly unknown[]; readonly others: readonly string[] }
  | { readonly kind: 'watch'; readonly watch: number; readonly path: string; readonly others: readonly string[] }
  | { readonly kind: 'unwatch'; readonly watch: number };

/** `isLookedInto`: false after inspecting this very file broke a process. */
export type Question = { readonly id: number; readonly isLookedInto: boolean; readonly asked: CallArguments };

/** `looks`: the process starts inspecting a file and hears nothing until `looked`. `goes-on`: a long answer is in progress. */
export type ChildMessage =
  | StartedMessage
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'looks' | 'looked' | 'goes-on'; readonly id: number }
  | { readonly kind: 'ring'; readonly watch: number; readonly ring: Parameters<WatchRing>[0] };

/** A started process that runs Intray's own code. `Asked` is what it is sent, `Said` what it answers. */
export type StartedProcess<Asked, Said> = {
  send(asked: Asked): void;
  onSaid(hear: (said: Said) => void): void;
  /** Rings when the system has removed the process; at once if that has happened already. */
  onEnd(ring: () => void): void;
  /** Kills it immediately. Nothing waits for it, and it keeps no program alive. */
  kill(): void;
};

/** A process whose standard output may be kept. */
export type ProcessWithOutput<Asked, Said> = StartedProcess<Asked, Said> & {
  /** The end of what it has written; all of it has arrived when `onEnd` rings. Empty if it is started without output. */
  output(): string;
};

export type Child = StartedProcess<Question, ChildMessage>;

/** `writes`: where it may write, if the host can keep it to that. */
export type StartChild = (writes: ChildRights['writes']) => Child;
