/** Focuses a widget in the editor, or the page if there is none. */
export function focusWidget(id: string | undefined): void {
  // Wait until a closing dialog or menu has restored the focus.
  requestAnimationFrame(() =>
    setTimeout(() => {
      const item = id && document.querySelector<HTMLElement>(`[data-widget="${CSS.escape(id)}"]`)
      if (item) {
        item.scrollIntoView({ block: 'nearest' })
        item.focus({ preventScroll: true })
      } else focusPage()
    }),
  )
}

/** Focuses the page if nothing has the focus, for example because the focused button was removed. */
export function focusPage(): void {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body) {
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
}
