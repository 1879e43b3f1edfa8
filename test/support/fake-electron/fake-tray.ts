import { EventEmitter } from 'node:events';
import type { NativeImage } from 'electron/common';
import type * as E from 'electron/main';
import { FakeMenu } from './fake-menu.ts';
import { FakeNativeImage } from './fake-native-image.ts';
import { needsReady } from './fake-system.ts';

/** Remembers what it shows. `FakeTray.all` are those that exist and are not destroyed. */
export class FakeTray
  extends EventEmitter
  implements Pick<E.Tray, 'setContextMenu' | 'setImage' | 'setToolTip' | 'destroy' | 'isDestroyed'>
{
  static all: FakeTray[] = [];
  image: FakeNativeImage;
  toolTip = '';
  menu: FakeMenu | null = null;
  /** How often the menu was set: some Linux panels show a change only then. */
  menusSet = 0;
  #destroyed = false;

  constructor(image: NativeImage | string) {
    needsReady('Cannot create Tray');
    super();
    this.image = loaded(image);
    FakeTray.all.push(this);
  }

  setImage(image: NativeImage | string): void {
    this.#mustBeThere();
    this.image = loaded(image);
  }

  setToolTip(toolTip: string): void {
    this.#mustBeThere();
    this.toolTip = toolTip;
  }

  setContextMenu(menu: E.Menu | null): void {
    this.#mustBeThere();
    if (menu !== null && !((menu as unknown) instanceof FakeMenu)) throw new TypeError('Must pass Menu or null');
    this.menu = menu as unknown as FakeMenu | null;
    this.menusSet += 1;
  }

  destroy(): void {
    this.#destroyed = true;
    FakeTray.all = FakeTray.all.filter((tray) => tray !== this);
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  #mustBeThere(): void {
    if (this.#destroyed) throw new Error('Tray is destroyed');
  }
}

/** A path must lead to an image. An empty image is accepted, and shows nothing. */
function loaded(image: NativeImage | string): FakeNativeImage {
  if (typeof image !== 'string') return image as unknown as FakeNativeImage;
  const found = FakeNativeImage.ofFile(image);
  if (found.isEmpty()) throw new Error(`Failed to load image from path '${image}'`);
  return found;
}
