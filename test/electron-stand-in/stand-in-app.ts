import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { FakeApp } from '#test/support/fake-electron/fake-app.ts';

export type StandInAppOptions = {
  readonly root: string;
  readonly version: string;
  readonly userData: string;
  /** Of a packaged app; null for one that is started from its sources. */
  readonly program: string | null;
  readonly end: () => Promise<void>;
};

/** The fake app, with real folders, a lock between real programs, and an end that is real. */
export class StandInApp extends FakeApp {
  readonly #version: string;
  #lock: string | null = null;

  constructor(options: StandInAppOptions) {
    super();
    this.#version = options.version;
    this.setPath('app', options.root);
    this.setPath('userData', options.userData);
    this.isPackaged = options.program !== null;
    if (options.program !== null) this.setPath('exe', options.program);
    this.onQuit = () => {
      this.emit('quit', {}, this.exitCode ?? 0);
      if (this.#lock !== null) rmSync(this.#lock, { force: true });
      void options.end().finally(() => process.exit(this.exitCode ?? 0));
    };
  }

  override getVersion(): string {
    return this.#version;
  }

  /** By a file with the first start's process id; a second one rings at it and is told no. */
  override requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    const lock = join(folder, 'stand-in.lock');
    if (rang(lock)) return false;
    writeFileSync(lock, String(process.pid));
    this.#lock = lock;
    process.on(SECOND_START, () => this.emit('second-instance', {}, [], process.cwd(), null));
    return true;
  }
}

const SECOND_START = 'SIGUSR2';

function rang(lock: string): boolean {
  try {
    return process.kill(Number(readFileSync(lock, 'utf8')), SECOND_START);
  } catch {
    // No file, or nobody with that number: the lock is free.
    return false;
  }
}
