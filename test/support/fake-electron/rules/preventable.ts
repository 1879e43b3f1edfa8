/** An event that its listeners may prevent, as in Electron. */
export type Preventable = { defaultPrevented: boolean; preventDefault(): void };

export function preventable<T extends object>(details?: T): T & Preventable {
  const event = {
    ...(details as T),
    defaultPrevented: false,
    preventDefault(): void {
      event.defaultPrevented = true;
    },
  };
  return event;
}

/** Emits the event; whether one of the listeners prevented it. */
export function isPrevented(by: { emit(name: string, event: unknown): unknown }, name: string, details?: object): boolean {
  const event = preventable(details);
  by.emit(name, event);
  return event.defaultPrevented;
}
