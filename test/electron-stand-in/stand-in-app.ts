import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { FakeApp } from '#test/support/fake-electron/fake-app.ts';
import { InstanceLock } from './instance-lock.ts';

export type StandInAppOptions = {
  readonly root: string;
  readonly version: string;
  readonly userData: string;
  /** That of a packaged app; null for one that is started from its sources. */
  readonly program: string | null;
  readonly end: () => Promise<void>;
};

/** The fake app, with real folders, a lock between real programs, and a real end. */
export class StandInApp extends FakeApp {
  readonly #version: string;
  #lock: InstanceLock | null = null;

  constructor(options: StandInAppOptions) {
    super();
    this.startAnew();
    this.#version = options.version;
    this.setPath('app', options.root);
    this.setPath('userData', options.userData);
    this.isPackaged = options.program !== null;
    if (options.program !== null) this.setPath('exe', options.program);
    this.onQuit = () => {
      this.releaseSingleInstanceLock();
      void options.end().finally(() => process.exit(this.exitCode ?? 0));
    };
  }

  override getVersion(): string {
    return this.#version;
  }

  /** One lock for each user data folder. A second start hands over its arguments, and gets false. */
  override requestSingleInstanceLock(additionalData?: unknown): boolean {
    if (this.hasSingleInstanceLock()) return true;
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    this.#lock = InstanceLock.take(join(folder, 'stand-in.lock'), (second) => this.hearSecondStart(second), {
      argv: process.argv,
      workingDirectory: process.cwd(),
      additionalData,
    });
    this.alone = this.#lock !== null;
    return super.requestSingleInstanceLock();
  }

  override releaseSingleInstanceLock(): void {
    this.#lock?.release();
    this.#lock = null;
    super.releaseSingleInstanceLock();
  }
}
