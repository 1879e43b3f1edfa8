import type * as E from 'electron/main';

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
