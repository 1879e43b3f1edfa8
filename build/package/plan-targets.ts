/** The packages of each system, in electron-builder's own names. */
const TARGETS = {
  linux: ['AppImage', 'deb'],
  darwin: ['dmg', 'zip'],
  win32: ['nsis'],
} as const;

type System = keyof typeof TARGETS;
type Target = (typeof TARGETS)[System][number];

export type Plan = {
  /** Built now, one after the other. If one fails, the others are still built. */
  readonly make: readonly Target[];
  /** With the reason, and what would help. */
  readonly leave: readonly { readonly target: string; readonly why: string }[];
};

export type Machine = {
  readonly platform: NodeJS.Platform;
  /** Whether Electron's own program, or its stand-in, is available. */
  readonly electron: 'real' | 'stand-in' | 'absent';
  readonly has: (program: string) => boolean;
};

const ELECTRON_ABSENT = 'Electron’s own program is not here: run "npx install-electron --no" once, where the network allows it';
const NAMES: Readonly<Record<System, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };

/** Which packages this machine can build, and in plain words why not the others. */
export function planTargets(machine: Machine): Plan {
  const leave: { target: string; why: string }[] = [];
  const make: Target[] = [];
  for (const system of Object.keys(TARGETS) as System[]) {
    for (const target of TARGETS[system]) {
      const why = system === machine.platform ? whyNot(target, machine) : `made on ${NAMES[system]}: run "npm run package" there`;
      if (why === null) make.push(target);
      else leave.push({ target, why });
    }
  }
  return { make, leave };
}

function whyNot(target: Target, { electron, has }: Machine): string | null {
  if (electron === 'absent') return ELECTRON_ABSENT;
  // electron-builder's tools are downloaded from the same place as Electron's program; with the stand-in no network is needed.
  if (electron === 'real') return null;
  if (target === 'deb') return has('dpkg-deb') ? null : 'needs dpkg-deb: apt-get install dpkg';
  if (target !== 'AppImage') return 'not made of the stand-in';
  return has('mksquashfs') ? null : 'needs mksquashfs: apt-get install squashfs-tools';
}
