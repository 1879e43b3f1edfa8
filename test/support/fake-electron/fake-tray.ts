import { EventEmitter } from 'node:events';
import type { NativeImage } from 'electron/common';
import type * as E from 'electron/main';
import type { FakeMenu } from './fake-menu.ts';

/** Remembers what it shows. `FakeTray.all` are those that were made and not destroyed. */
export class FakeTray
  extends EventEmitter
  implements Pick<E.Tray, 'setContextMenu' | 'setImage' | 'setToolTip' | 'destroy' | 'isDestroyed'>
{
  static all: FakeTray[] = [];
  image: NativeImage | string;
  toolTip = '';
  menu: FakeMenu | null = null;
  /** How often the menu was set: some Linux panels show a change only then. */
  menusSet = 0;
  #destroyed = false;

  constructor(image: NativeImage | string) {
    super();
    this.image = image;
    FakeTray.all.push(this);
  }

  setImage(image: NativeImage | string): void {
    this.image = image;
  }

  setToolTip(toolTip: string): void {
    this.toolTip = toolTip;
  }

  setContextMenu(menu: E.Menu | null): void {
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
}
