import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Emitter } from '#shared/async/emitter.ts';

/** A part of the window that the first page does not need; `load` tells whether it is loaded now. */
export type Later<Props extends object> = ComponentType<Props> & { readonly load: () => Promise<boolean> };

/** A script of the window that the first page does without. */
export type Script<T> = {
  readonly now: () => T | null;
  /** Rejects if it cannot be had; the window says so, and can be reloaded. */
  readonly load: () => Promise<T>;
};

const reads: (() => Promise<unknown>)[] = [];

/** A script that is loaded when it is first needed, or earlier when the window is idle: those that were defined first come first. */
export function script<T>(importScript: () => Promise<T>): Script<T> {
  let loaded: T | null = null;
  const read = async (): Promise<T> => (loaded ??= await importScript());
  reads.push(read);
  const load = async (): Promise<T> => {
    try {
      return await read();
    } catch (cause) {
      // Missing: replaced by a newer build, or the program is gone.
      missing.tell();
      throw cause;
    }
  };
  return { now: () => loaded, load };
}

/** The texts that only parts which are loaded later show; i18n.tsx sets it. */
let loadTheirTexts: () => Promise<void> = async () => {};

export function setTextsOfParts(load: () => Promise<void>): void {
  loadTheirTexts = load;
}

/**
 * A part whose script is loaded when it is first shown, or earlier when the window is idle. Until then it shows `before`, or nothing,
 * and the focus stays where it is. (React's own `lazy` shows its fallback once even if the script is already loaded.)
 */
export function later<Props extends object>(importPart: () => Promise<ComponentType<Props>>, before: ReactNode = null): Later<Props> {
  const part = script(async () => {
    const [loaded] = await Promise.all([importPart(), loadTheirTexts()]);
    return loaded;
  });
  const load = async (): Promise<boolean> =>
    part.load().then(
      () => true,
      () => false,
    );
  const LaterPart = (props: Props) => <Part {...{ props, load, now: part.now, before }} />;
  return Object.assign(LaterPart, { load });
}

/** Loads all parts that are not loaded yet, one after the other. A failure is reported only when the part is needed. */
async function readAll(): Promise<void> {
  for (const read of reads) await read().catch(() => undefined);
}

type PartProps<Props extends object> = {
  readonly props: Props;
  readonly load: () => Promise<boolean>;
  readonly now: () => ComponentType<Props> | null;
  readonly before: ReactNode;
};

function Part<Props extends object>({ props, load, now, before }: PartProps<Props>) {
  const [Loaded, setLoaded] = useState(now);
  useEffect(() => {
    if (Loaded === null) void load().then(() => setLoaded(now));
  }, [Loaded, load, now]);
  return Loaded === null ? before : <Loaded {...props} />;
}

const changed = new Emitter();
let isMissing = false;

/** Whether a needed part of the window failed to load; once true, it stays so until the window is reloaded. */
export const missing = {
  tell: (): void => {
    isMissing = true;
    changed.emit();
  },
  current: (): boolean => isMissing,
  subscribe: changed.subscribe,
};

export function useMissing(): boolean {
  return useSyncExternalStore(missing.subscribe, missing.current);
}

/** The parts are loaded after this time even if the computer is never idle. */
const PATIENCE_MS = 5_000;

/** Loads the other pages and the dialogs after the first page is shown, so that nobody waits for them. */
export function useReadWhenIdle(): void {
  useEffect(() => {
    const asked = requestIdleCallback(() => void readAll(), { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(asked);
  }, []);
}
