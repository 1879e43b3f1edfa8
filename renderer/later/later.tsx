import { type ComponentType, useEffect, useState } from 'react';
import { missing } from './missing.ts';

/** A part of the window that its first page can do without; `load` tells whether it is there now. */
export type Later<Props extends object> = ComponentType<Props> & { readonly load: () => Promise<boolean> };

const reads: (() => Promise<void>)[] = [];

/**
 * A part whose script is read when it is first shown, or before that, when there is nothing else to do. Until then it shows nothing,
 * and the focus stays where it is. (React's own `lazy` gives way to a fallback once even when the script is there already.)
 */
export function later<Props extends object>(importPart: () => Promise<ComponentType<Props>>): Later<Props> {
  let part: ComponentType<Props> | null = null;
  const read = async (): Promise<void> => {
    part ??= await importPart();
  };
  const load = async (): Promise<boolean> => {
    // Not there: replaced by a newer build, or the program is gone. The window says so, and can be read anew.
    await read().catch(missing.tell);
    return part !== null;
  };
  const now = () => part;
  reads.push(read);
  const LaterPart = (props: Props) => <Part {...{ props, load, now }} />;
  return Object.assign(LaterPart, { load });
}

/** Reads all that is not there yet, a part after the other. What cannot be read is told when it is asked for. */
export async function readAll(): Promise<void> {
  for (const read of reads) await read().catch(() => undefined);
}

type PartProps<Props extends object> = {
  readonly props: Props;
  readonly load: () => Promise<boolean>;
  readonly now: () => ComponentType<Props> | null;
};

function Part<Props extends object>({ props, load, now }: PartProps<Props>) {
  const [Loaded, setLoaded] = useState(now);
  useEffect(() => {
    if (Loaded === null) void load().then(() => setLoaded(now));
  }, [Loaded, load, now]);
  return Loaded === null ? null : <Loaded {...props} />;
}
