/** Focuses the first of `names` that is a field of the form. */
export function focusField(form: HTMLFormElement | null, ...names: string[]): void {
  for (const name of names) {
    const field = form?.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement)) continue
    field.focus()
    return
  }
}
