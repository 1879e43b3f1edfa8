import { useState } from 'react';
import { useEngine } from '../link/engine.ts';

export type FolderChoice = {
  /** True while the window's own dialog has to be shown, because the host has none. */
  readonly isBrowsing: boolean;
  readonly ask: () => void;
  readonly take: (path: string | null) => void;
};

/** Asks the person for a folder with the system's dialog, or with ours if the engine has no screen. */
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
      // Without an answer there is no system dialog either; the banner says that the engine is unreachable.
      () => setBrowsing(true),
    );
  };
  return { isBrowsing, ask, take };
}
