import { useState } from 'react';
import { useEngine } from '../link/engine.ts';

export type FolderChoice = {
  /** The window's own dialog is wanted, because the host has none. */
  readonly isBrowsing: boolean;
  readonly ask: () => void;
  readonly take: (path: string | null) => void;
};

/** Asks the person for a folder: by the system's dialog, or by ours where the engine has no screen. */
export function useFolderChoice(onChosen: (path: string) => void): FolderChoice {
  const { client } = useEngine();
  const [isBrowsing, setBrowsing] = useState(false);
  const take = (path: string | null) => {
    setBrowsing(false);
    if (path !== null) onChosen(path);
  };
  const ask = () => {
    void client.folders.choose().then(
      (choice) => (choice.available ? take(choice.path) : setBrowsing(true)),
      // Without an answer there is no dialog either; the banner says that the engine is away.
      () => setBrowsing(true),
    );
  };
  return { isBrowsing, ask, take };
}
