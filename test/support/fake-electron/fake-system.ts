import type * as E from 'electron/main';
import { EventEmitter } from 'node:events';
import { isPrevented } from './rules.ts';
import { readFileSync } from 'node:fs';
import type { NativeImage, Size } from 'electron/common';

/** The system that the fake imitates where Electron's behaviour depends on it, and whether the app is ready. */
export const fakeSystem: { platform: NodeJS.Platform; isReady: boolean } = { platform: 'linux', isReady: true };

/** Throws as Electron does for something that is unavailable before ready. */
export function needsReady(what: string): void {
  if (!fakeSystem.isReady) throw new Error(`${what} before app is ready`);
}

type Display = Pick<E.Display, 'id' | 'workArea'>;

const USUAL: Display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } };

/** The computer's screens, the main one first. */
export class FakeScreen {
  displays: readonly [Display, ...Display[]] = [USUAL];

  getPrimaryDisplay(): Display {
    return this.displays[0];
  }

  getAllDisplays(): Display[] {
    return [...this.displays];
  }

  reset(): void {
    this.displays = [USUAL];
  }
}

type Said = 'suspend' | 'resume' | 'on-ac' | 'on-battery' | 'shutdown' | 'lock-screen' | 'unlock-screen';

export class FakePowerMonitor extends EventEmitter implements Pick<E.PowerMonitor, 'isOnBatteryPower'> {
  onBattery = false;

  isOnBatteryPower(): boolean {
    return this.onBattery;
  }

  /** Emits an event of the system as Electron does. Returns whether a listener prevented what follows. */
  says(event: Said): boolean {
    return isPrevented(this, event);
  }
}

type Part = Pick<E.NativeTheme, 'themeSource' | 'shouldUseDarkColors'>;

export class FakeNativeTheme extends EventEmitter implements Part {
  /** The system's own setting. */
  systemIsDark = false;
  #source: Part['themeSource'] = 'system';

  get themeSource(): Part['themeSource'] {
    return this.#source;
  }

  /** Emits only if light becomes dark, or dark light. */
  set themeSource(source: Part['themeSource']) {
    const before = this.shouldUseDarkColors;
    this.#source = source;
    if (this.shouldUseDarkColors !== before) this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? this.systemIsDark : this.#source === 'dark';
  }

  reset(): void {
    this.removeAllListeners();
    this.systemIsDark = false;
    this.#source = 'system';
  }
}

const EMPTY: Size = { width: 0, height: 0 };
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const ICO = Buffer.from([0, 0, 1, 0]);

/** An image, known only by its size. On Windows an icon with several sizes is one image. */
export class FakeNativeImage implements Pick<NativeImage, 'isEmpty' | 'getSize' | 'setTemplateImage' | 'isTemplateImage'> {
  readonly path: string;
  readonly #size: Size;
  #isTemplate: boolean;

  private constructor(path: string, size: Size) {
    this.path = path;
    this.#size = size;
    this.#isTemplate = /Template(@[\d.]+x)?\.png$/.test(path);
  }

  static ofFile(path: string): FakeNativeImage {
    return new FakeNativeImage(path, sizeOf(path));
  }

  isEmpty(): boolean {
    return this.#size.width === 0;
  }

  getSize(): Size {
    return { ...this.#size };
  }

  setTemplateImage(isTemplate: boolean): void {
    this.#isTemplate = isTemplate;
  }

  isTemplateImage(): boolean {
    return this.#isTemplate;
  }
}

export const nativeImage = {
  createFromPath: (path: string) => FakeNativeImage.ofFile(path) as unknown as NativeImage,
  createEmpty: () => FakeNativeImage.ofFile('') as unknown as NativeImage,
};

/** An empty size for a file that is missing, unreadable or not an image: Electron says no more about it. */
function sizeOf(path: string): Size {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return EMPTY;
  }
  if (bytes.subarray(0, 8).equals(PNG) && bytes.length >= 24) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (fakeSystem.platform === 'win32' && bytes.subarray(0, 4).equals(ICO) && bytes.length >= 8)
    return { width: bytes.readUInt8(6) || 256, height: bytes.readUInt8(7) || 256 };
  return EMPTY;
}
