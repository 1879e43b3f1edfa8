import process from 'node:process';
import { nodeDigest } from '#shared/node/digest.ts';
import type { Result } from '#shared/lib/result.ts';
import type { FileEntry, FileFault, FileRead, FileStat, Watch } from '#shared/ports/files.ts';
import { readFacts } from '../intake/inspect/read-here.ts';
import { nodeFiles } from '../platform/files/node-files.ts';
import type { ListFolderDeps } from '../platform/files/list-folder.ts';
import type { CallArguments, CallName, ChildMessage, Question } from './questions.ts';
import { closeWaysOut } from '../platform/confine.ts';
import { endWithParent, onAsked, tellStarted } from '../platform/parent-process.ts';

/** The work of the process that reads files: it answers each question independently, in any order. */
export function answerQuestions(tell: (said: ChildMessage) => void, platform = process.platform): (question: Question) => void {
  const watches = new Map<number, Watch>();
  const answer = async ({ id, isLookedInto, asked }: Question): Promise<unknown> => {
    const goesOn = (): void => tell({ kind: 'goes-on', id });
    switch (asked.kind) {
      case 'read': {
        const looksInto = (): void => {
          tell({ kind: 'looks', id });
          // The inspection is synchronous, so it is over by the next turn of the loop.
          setImmediate(() => tell({ kind: 'looked', id }));
        };
        return readFacts(asked.of, { files: nodeFiles({ goesOn }), digest: nodeDigest, looksInto, isLookedInto });
      }
      case 'call':
        return called(asked, { goesOn, ...linksOf(platform) });
      case 'watch': {
        const { watch, path } = asked;
        const others = new Set(asked.others);
        watches.set(
          watch,
          nodeFiles({ others: () => others }).watch(path, (ring) => tell({ kind: 'ring', watch, ring })),
        );
        return null;
      }
      case 'unwatch':
        void watches.get(asked.watch)?.close();
        watches.delete(asked.watch);
        return null;
      default:
        throw new Error('a question of another version');
    }
  };
  // An exception is a bug and ends the process; the asking program is told.
  return (question) => void answer(question).then((said) => tell({ kind: 'answer', id: question.id, answer: said }));
}

/**
 * Anyone who can write to a share or a stick can put a link there. On Windows, following it would log the user in to any computer that it
 * names.
 */
function linksOf(platform: NodeJS.Platform): Pick<ListFolderDeps, 'mayFollow'> {
  return platform === 'win32' ? { mayFollow: async () => false } : {};
}

async function called({ name, args, others }: Extract<CallArguments, { kind: 'call' }>, deps: ListFolderDeps): Promise<unknown> {
  const elsewhere = new Set(others);
  const files = nodeFiles({ ...deps, others: () => elsewhere });
  // The question comes from the other half of this same version.
  const answer = await (files[name] as (...asked: readonly unknown[]) => Promise<unknown>)(...args);
  return CARRIED[name]?.(answer) ?? answer;
}

/** Disk answers have parts that are computed on access, which cannot be sent between processes. */
const CARRIED: Partial<Readonly<Record<CallName, (answer: unknown) => unknown>>> = {
  stat: (answer) => mapped(answer as Result<FileStat, FileFault>, plain),
  list: (answer) =>
    mapped(answer as Result<readonly FileEntry[], FileFault>, (entries) =>
      entries.map(({ name, stat, special }) => ({ name, stat: plain(stat), special })),
    ),
  read: (answer) => mapped(answer as Result<FileRead, FileFault>, ({ stat, bytes }) => ({ stat: plain(stat), bytes })),
};

function mapped<T, U>(result: Result<T, FileFault>, map: (value: T) => U): Result<U, FileFault> {
  return result.ok ? { ok: true, value: map(result.value) } : result;
}

function plain({ kind, bytes, modifiedAt, changedAt, identity, inode, noBlocks }: FileStat): FileStat {
  return { kind, bytes, modifiedAt, changedAt, identity, inode, noBlocks };
}

/** Serves questions until the main program ends this process. All of the program is loaded by now, and nothing of what this closes is needed. */
export function serveQuestions(answer: (question: Question) => void): void {
  endWithParent();
  tellStarted();
  closeWaysOut();
  onAsked((question) => answer(question as Question));
}
