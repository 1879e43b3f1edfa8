export type AutostartPlace = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The program to start. For an AppImage this is the image, not the executable that runs inside it. */
  readonly program: string;
  /** File that records which program the entry was last written with, for systems that do not report it. */
  readonly note: string;
};

/** `switched-off`: the entry exists, but the system's own switch is off. `absent`: there is no entry, or the person removed it. */
export type AutostartState = 'starts' | 'switched-off' | 'absent';

/** Intray's entry in the system's list of log-in programs. The system's switches belong to the person: Intray never turns one on (ADR-56). */
export type AutostartEntry = {
  state(): AutostartState;
  /** Applies a choice that the person has just made in Intray's own settings. A system switch that is off stays off. */
  set(wanted: boolean): void;
  /** Points an entry of ours at Intray's present location if Intray was moved. Never creates an entry. */
  mend(): void;
};
