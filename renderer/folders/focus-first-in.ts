/** A question has come in place of the button that was pressed: its first answer gets the focus. */
export function focusFirstIn(answers: HTMLElement | null): void {
  answers?.querySelector('button')?.focus();
}
