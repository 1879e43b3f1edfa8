/** Focuses the first of these fields, by the order in which a person meets them in the form, such as those that are wrong. */
export function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement);
  fields.find(({ name }) => names.includes(name))?.focus();
}
