export type AutostartPlace = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The program to start; an AppImage is another one than what runs in it. */
  readonly program: string;
  /** File that keeps which program the entry was last written with, where the system does not tell. */
  readonly note: string;
};

/** `switched-off`: the entry is there, and the system's own switch is off. `absent`: there is none, or the person took it out. */
export type AutostartState = 'starts' | 'switched-off' | 'absent';

/** The system's own list of what it starts when the person logs in. Its switches are the person's: nothing here turns one on (ADR-56). */
export type AutostartEntry = {
  state(): AutostartState;
  /** The person wants it so, by Intray's own setting, just now. A switch of the system that is off stays off. */
  set(wanted: boolean): void;
  /** An entry of ours that leads to where Intray was before leads to where it is now. None is made. */
  mend(): void;
};
