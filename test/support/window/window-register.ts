import { writeRegister } from '#electron/register/write-register.ts';
import type { RegisterQuery, RegisterStep } from '#shared/app-api/list/register.ts';
import { fail } from '#shared/lib/result.ts';
import { nodeClock } from '#shared/node/clock.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { chosenOf } from './window-lists.ts';
import type { WindowState } from './window-state.ts';

/** The real register of made-up documents. A `slow` one is never ready, so that the window's progress message can be looked at. */
export async function* storyRegister(
  state: WindowState,
  of: RegisterQuery,
  stop: Stop | undefined,
): AsyncGenerator<RegisterStep, void, void> {
  const chosen = chosenOf(state.items, of.chosen);
  if (state.register === 'slow') {
    yield { kind: 'progress', done: Math.floor(chosen.length / 3), total: chosen.length };
    await new Promise<void>((resolve) => stop?.addEventListener('abort', () => resolve()));
    return;
  }
  const names = new Map(state.overview.companies.map(({ id, name }) => [id, name]));
  yield* writeRegister(
    { ...of, into: 'parts' },
    {
      clock: nodeClock(),
      page: () => ({ items: chosen, next: null }),
      total: () => chosen.length,
      companyName: (companyId) => names.get(companyId) ?? '',
      font: async () => null,
      drawing: { onThread: undrawn, here: async () => undrawn() },
      saveFile: null,
      keep: async () => null,
    },
    stop,
  );
}

/** Without a font nothing can be drawn. */
function undrawn() {
  return { ask: async () => fail('failed'), end: () => undefined } as const;
}
