/** Gives the focus to a widget of the board that is edited, else to the page; once what had it is gone. */
export function focusWidget(id: string | undefined): void {
  // a dialog or a menu that closes gives it back first
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

/** Gives the focus to the page when it is nowhere: what had it may be gone with what it did. */
export function focusPage(): void {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body) {
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
}
